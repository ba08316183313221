// What a player meets beside the board: the rules in words, what the position is worth, the clock, and sounds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play, rewrite, says, seat, square, withBrowser } from "./studio.mjs";

const toggle = (page, name) => page.getByRole("button", { name, exact: true }).click();

test(
  "the rules are told in the words of the rule files, and follow their edits",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const rules = page.locator("details", { hasText: "How it is played" });
    await rules.locator("summary").click();
    await rules.getByText("a disc that traps opposing discs in a straight line turns them over.").waitFor();
    assert.deepEqual(await rules.getByRole("heading").allInnerTexts(), ["The game", "Moves", "What a move does", "The end", "The result"]);
    await rules.getByText("Who cannot place one passes").waitFor();
    await rules.getByText("Who has more discs in the end has won.").waitFor();
    await rewrite(page, "turns them over.", "turns **them** over, <i>all</i> of them.");
    await rules.getByText("turns them over, <i>all</i> of them.").waitFor();
    assert.equal(await rules.locator("i").count(), 0, "a rule file makes no elements of its own");
    // A text that cannot be played is read all the same.
    await rewrite(page, ':- use "othello-play.rules"', ':- used "othello-play.rules"');
    await rules.getByText("Who cannot place one passes").waitFor({ state: "detached" });
    await rules.getByText("all</i> of them.").waitFor();
  }),
);

test(
  "rules without comments say where such words come from",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/filetto.rules");
    const page = await open(address);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+a");
    const rules = "role(a). :- fluent here. init(here). legal(a, stay). delete(here) :- here. terminal :- \\+ here. goal(a, 100).";
    await page.keyboard.insertText(rules);
    const words = page.locator("details", { hasText: "How it is played" });
    await words.locator("summary").click();
    await words.getByText("The rule files say nothing of it.").waitFor();
  }),
);

test(
  "the squares where the other side could take a piece or win are marked, as long as that is wanted",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    await play(page, "e2 e4", "d7 d5");
    assert.equal(await page.locator(".threat-mark").count(), 0, "they are not shown at first");
    // Both are found, though one is wanted while the other is looked for.
    await toggle(page, "Values");
    await toggle(page, "Threats");
    await page.locator('[data-square="e4"] .threat-mark').waitFor();
    await page.locator(".worth .value", { hasText: /\d/ }).first().waitFor();
    await toggle(page, "Values");
    assert.equal(await square(page, "e4").getAttribute("aria-label"), "e4, white pawn, can move, threatened");
    assert.equal(await page.locator(".threat-mark").count(), 1);
    await page.reload();
    await page.locator('[data-square="e4"] .threat-mark').waitFor();
    await play(page, "e4 d5");
    await page.locator(".threat-mark").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".threat-mark").waitFor();
    await toggle(page, "Threats");
    await page.locator(".threat-mark").waitFor({ state: "detached" });
  }),
);

test(
  "a square where the other side would win is marked",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    for (const role of ["x", "o"]) await seat(page, role, "");
    await toggle(page, "Threats");
    await play(page, "a1", "b2", "a2");
    await page.locator('[data-square="a3"] .threat-mark').waitFor();
    assert.match(await square(page, "a3").getAttribute("aria-label"), /the other side could win here/);
    await play(page, "a3");
    await page.locator('[data-square="c1"] .threat-mark').waitFor();
  }),
);

/** What the bar says of the present position. */
const judges = (page, words) => page.locator(".evaluation:not(.stale) p", { hasText: words }).waitFor();

/** How much of the bar belongs to the first role, from 0 to 100. */
const share = (page) => page.locator(".evaluation .fill").evaluate((fill) => Number.parseFloat(fill.style.getPropertyValue("--length")));

test(
  "a bar shows what the position is worth, in words too, for as long as it is wanted",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/connect-four.rules");
    const page = await open(address);
    const bar = page.getByRole("group", { name: "Evaluation" });
    await seat(page, "yellow", "");
    assert.equal(await bar.count(), 0, "it is off at first");
    await toggle(page, "Bar");
    await judges(page, /in points of level normal$/);
    await play(page, "d1", "a1", "d2", "b1", "d3");
    await says(page, "Yellow to move.");
    await judges(page, "Red is better, +");
    assert.ok((await share(page)) > 50);
    await play(page, "a2");
    await judges(page, /^Red wins in 1 ply$/);
    assert.equal(await share(page), 100);
    // It comes with the page, and follows a jump in the line.
    await page.reload();
    await judges(page, /^Red wins in 1 ply$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await judges(page, "Red is better, +");
    await page.getByRole("button", { name: "Redo" }).click();
    await judges(page, /^Red wins in 1 ply$/);
    await play(page, "d4");
    await judges(page, /^Red has won$/);
    await toggle(page, "Bar");
    await bar.waitFor({ state: "detached" });
    await page.reload();
    await says(page, "Red wins");
    assert.equal(await bar.count(), 0);
  }),
);

test(
  "the bar shows what the program finds while it plays",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/connect-four.rules");
    const page = await open(address);
    await toggle(page, "Bar");
    await judges(page, "points of level normal");
    await seat(page, "red", "easy");
    await seat(page, "yellow", "easy");
    await page.locator(".evaluation p", { hasText: "points of level easy" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await judges(page, "points of level normal");
  }),
);

/** A page whose time can be put forward. */
const withTime = (page) => page.clock.install();

const time = async (page, role) => {
  const text = await page.locator(".clocks div", { hasText: role }).getByRole("timer").innerText();
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
};

/** Waits until the time of a role is within these bounds. */
async function untilTime(page, role, least, most) {
  for (;;) {
    const left = await time(page, role);
    if (left >= least && left <= most) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

const control = (page, value) => page.getByRole("combobox", { name: "Clock" }).selectOption(value);

test(
  "a role whose time is over has lost, which undo takes back, and no time goes by while one looks back",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address, {}, withTime);
    await seat(page, "o", "");
    assert.equal(await page.getByRole("timer").count(), 0);
    await control(page, "5+0");
    await page.clock.fastForward(100_000);
    assert.ok((await time(page, "x")) <= 200);
    assert.equal(await time(page, "o"), 300);
    await page.getByRole("button", { name: "New game" }).click();
    await untilTime(page, "x", 250, 300);
    await page.clock.fastForward(30_000);
    await play(page, "b2");
    const x = await time(page, "x");
    await page.clock.fastForward(60_000);
    assert.equal(await time(page, "x"), x, "it stands still");
    assert.ok((await time(page, "o")) <= 240);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator('.line .start [aria-current="step"]').waitFor();
    assert.equal(await time(page, "o"), 300, "the times are those of this ply");
    await page.clock.fastForward(1_000_000);
    await says(page, "X to move.");
    assert.equal(await time(page, "x"), 300);
    await page.locator(".line button", { hasText: "b2" }).click();
    await page.locator('.line [aria-current="step"]', { hasText: "b2" }).waitFor();
    assert.ok((await time(page, "o")) <= 240, "nothing is given back");
    await page.clock.fastForward(240_000);
    await says(page, "O has lost on time, x wins.");
    assert.equal(await time(page, "o"), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, "X played b2. O to move.");
    assert.ok((await time(page, "o")) > 100, "with the time that was left when the ply began");
    await play(page, "a1");
    await says(page, "O played a1. X to move.");
    await page.getByRole("button", { name: "New game" }).click();
    await untilTime(page, "x", 250, 300);
    await says(page, "X to move.");
    await control(page, "");
    await page.getByRole("timer").first().waitFor({ state: "hidden" });
  }),
);

test(
  "a clock of one's own adds its seconds to each move, and survives a reload",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address, {}, withTime);
    await seat(page, "o", "");
    await control(page, "…");
    const own = page.getByRole("group", { name: "Own time" });
    await own.getByLabel("minutes").fill("2");
    await own.getByLabel("seconds a move").fill("90");
    await own.getByLabel("seconds a move").press("Enter");
    await untilTime(page, "x", 60, 120);
    await play(page, "b2");
    await untilTime(page, "x", 121, 210);
    const x = await time(page, "x");
    await page.clock.fastForward(60_000);
    assert.ok((await time(page, "o")) <= 60);
    await page.reload();
    await says(page, "X played b2. O to move.");
    assert.equal(await time(page, "x"), x);
    const o = await time(page, "o");
    assert.ok(o <= 60 && o > 0, String(o));
    assert.equal(await own.getByLabel("minutes").inputValue(), "2");
    await page.clock.fastForward(61_000);
    await says(page, "O has lost on time, x wins.");
  }),
);

test(
  "the program keeps to its clock, and waits with it to be let go on",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "…");
    const depth = page.getByRole("group", { name: "Strength of white" }).getByLabel("plies");
    await depth.fill("40");
    await depth.press("Enter");
    // So deep a search would take longer than all of its time, which may be set while it is under way.
    await play(page, "d3");
    await says(page, "White is thinking");
    await control(page, "1+0");
    await says(page, /White played .* Black to move\./);
    const left = await time(page, "white");
    assert.ok(left > 30 && left < 60, String(left));
    await page.locator(".line button", { hasText: "d3" }).click();
    await page.getByRole("button", { name: "Let white play" }).waitFor();
    assert.equal(await time(page, "white"), 60);
  }),
);

test(
  "where several roles move at once, the time of those runs that have not chosen",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/goofspiel.rules");
    const page = await open(address, {}, withTime);
    const roles = await page.locator(".players .role").allInnerTexts();
    for (const role of roles) await seat(page, role, "");
    await control(page, "5+0");
    await page.clock.fastForward(10_000);
    for (const role of roles) assert.ok((await time(page, role)) <= 290, role);
    await page.locator(".off-board button, .moves button", { hasText: `${roles[0]}:` }).first().click();
    await page.locator('[aria-pressed="true"]', { hasText: `${roles[0]}:` }).first().waitFor({ state: "attached" });
    const chosen = await time(page, roles[0]);
    await page.clock.fastForward(30_000);
    assert.equal(await time(page, roles[0]), chosen);
    assert.ok((await time(page, roles[1])) <= 260);
  }),
);

/** Puts a recorder in the place of what makes sounds: the frequencies are kept, and nothing is heard. */
const withEars = async (page) => {
  await page.clock.install();
  await page.addInitScript(() => {
    window.tones = [];
    const node = (more = {}) => ({ connect: (next) => next, ...more });
    window.AudioContext = class {
      currentTime = 0;
      state = "running";
      destination = node();
      createGain() {
        return node({ gain: { setValueAtTime() {}, linearRampToValueAtTime() {} } });
      }
      createOscillator() {
        const frequency = { value: 0 };
        return node({ frequency, start: () => window.tones.push(frequency.value), stop() {} });
      }
    };
  });
};

/** What was heard since this was last asked. */
const heard = (page) => page.evaluate(() => window.tones.splice(0));

test(
  "moves, captures, a short time and the end are heard if one likes",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/breakthrough.rules");
    const page = await open(address, {}, withEars);
    await seat(page, "black", "");
    const moves = async (move, words) => {
      await play(page, move);
      await says(page, words);
    };
    await moves("a2 a3", "White played a2-a3.");
    assert.deepEqual(await heard(page), [], "it is off at first");
    await toggle(page, "Sound");
    assert.deepEqual(await heard(page), [440], "one hears that it is on");
    await moves("b7 b6", "Black played b7-b6.");
    assert.deepEqual(await heard(page), [440]);
    await moves("a3 a4", "White played a3-a4.");
    await moves("b6 b5", "Black played b6-b5.");
    assert.deepEqual(await heard(page), [440, 440]);
    await moves("a4 b5", "White played a4xb5.");
    assert.deepEqual(await heard(page), [440, 294], "a capture is another sound");
    await control(page, "1+0");
    await page.clock.fastForward(51_000);
    await page.locator(".clocks .low").waitFor();
    await page.getByRole("status").filter({ hasText: "Little time left for black" }).waitFor({ state: "attached" });
    await page.waitForFunction(() => window.tones.length > 0);
    assert.deepEqual(await heard(page), [880, 880]);
    await page.clock.fastForward(10_000);
    await says(page, "Black has lost on time, white wins.");
    assert.equal((await heard(page)).length, 3, "the end");
    // It is remembered, and what a page begins with is not heard.
    await page.getByRole("button", { name: "Undo" }).click();
    await control(page, "");
    await says(page, "White played a4xb5. Black to move.");
    await page.reload();
    await says(page, "White played a4xb5. Black to move.");
    assert.equal(await page.getByRole("button", { name: "Sound" }).getAttribute("aria-pressed"), "true");
    assert.deepEqual(await heard(page), []);
    await toggle(page, "Sound");
    await page.getByRole("button", { name: "Resign" }).click();
    await says(page, /resigns/);
    assert.deepEqual(await heard(page), []);
  }),
);

test(
  "all of it fits on a phone",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address, { viewport: { width: 390, height: 844 } });
    await toggle(page, "Bar");
    await control(page, "…");
    await page.getByRole("timer").first().waitFor();
    await page.locator("details", { hasText: "How it is played" }).locator("summary").click();
    await page.getByText("Who has more discs in the end has won.").waitFor();
    await judges(page, "level normal");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  }),
);
