// The gallery of a folder, and the ways between it and its games.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { picture, play, rewrite, says, seat, square, withProgram } from "./studio.mjs";

const BROKEN = '% A game to be mended.\n:- game("Broken").\nrole(x\n';

const ENDLESS = `:- game("Endless").
role(x).
:- fluent at(_).
count(N, N) :- N < 0.
count(N, M) :- K is N + 1, count(K, M).
init(at(N)) :- count(0, N).
legal(x, go) :- at(1).
delete(at(1)).
terminal :- at(2).
goal(x, 0) :- at(_).
`;

/** A rule file of its own, from a template. */
function puzzle(title) {
  return readFileSync(new URL("../../../cli/new/puzzle.rules", import.meta.url), "utf8").replaceAll("NAME", title);
}

/** The cards of a section. */
const cards = (page, section = "#games") => page.locator(`${section} .gallery > li`);

/** The card of a game. */
const card = (page, title, section) => cards(page, section).filter({ has: page.getByText(title, { exact: true }) });

/** Drops files with these names and texts on a page. */
async function drop(page, files) {
  const dataTransfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent("main", "drop", { dataTransfer });
}

async function heading(page, title) {
  await page.getByRole("heading", { name: title, exact: true, level: 1 }).waitFor();
}

test(
  "a folder shows its games with pictures, and leads to each and back",
  withProgram(async ({ start, browse }) => {
    const { address } = await start("games");
    const page = await browse(address, { viewport: { width: 1100, height: 1050 } });
    await page.getByRole("heading", { name: "Games in games/" }).waitFor();
    assert.ok((await cards(page).count()) >= 25, "all games of the folder are there");
    assert.equal(await card(page, "othello-play.rules").count(), 0, "a part is no game");
    await card(page, "Breakthrough").scrollIntoViewIfNeeded();
    const drawn = card(page, "Breakthrough").locator("img");
    await drawn.waitFor();
    assert.ok((await drawn.evaluate((image) => image.decode().then(() => image.naturalWidth))) > 0);
    await card(page, "Breakthrough").getByRole("link").click();
    await heading(page, "Breakthrough");
    await says(page, "White to move.");
    await page.getByRole("link", { name: "All games" }).click();
    await card(page, "Nim").getByRole("link").click();
    await heading(page, "Nim");
    // Back and forward lead the same way.
    await page.goBack();
    await page.getByRole("heading", { name: "Games in games/" }).waitFor();
    await page.goBack();
    await heading(page, "Breakthrough");
    await page.goForward();
    await card(page, "Breakthrough", "#recent").waitFor();
    assert.deepEqual(await page.locator("#recent strong").allTextContents(), ["Breakthrough", "Nim"]);
    for (const seen of [cards(page, "#recent").nth(1), card(page, "Nim", "#games")]) {
      await seen.scrollIntoViewIfNeeded();
      await seen.locator("img").waitFor();
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator("#games img").nth(4).waitFor();
    await picture(page, "gallery");
  }),
);

test(
  "pictures are drawn when they come into view",
  withProgram(async ({ start, browse }) => {
    const { address } = await start("games");
    const asked = [];
    const page = await browse(address, { viewport: { width: 390, height: 700 } }, (page) =>
      page.on("request", (request) => request.url().includes("/picture?") && asked.push(request.url())),
    );
    await page.locator("#games img").first().waitFor();
    assert.ok(asked.length < 10, `${asked.length} pictures at first`);
    await page.locator("#games .gallery > li").last().scrollIntoViewIfNeeded();
    await page.locator("#games .gallery > li").last().locator("img").waitFor();
  }),
);

test(
  "a file of a command leads to the games beside it, and its arguments are for it alone",
  withProgram(async ({ folder, start, open }) => {
    writeFileSync(join(folder, "games", "mine.rules"), puzzle("Mine"));
    const { address } = await start("games/filetto.rules", "--compare", "games/tictactoe.rules", "--map", "games/filetto.names");
    const page = await open(address);
    await heading(page, "Filetto");
    await page.locator(".compare .square").first().waitFor();
    await page.getByRole("link", { name: "All games" }).click();
    await card(page, "Mine").getByRole("link").click();
    await heading(page, "Mine");
    await page.locator(".square").first().waitFor();
    assert.equal(await page.locator(".compare .square").count(), 0);
  }),
);

test(
  "a game begun from a template is a new file of the folder",
  withProgram(async ({ folder, start, browse }) => {
    const { address } = await start("games");
    const page = await browse(address);
    await cards(page).first().waitFor();
    const begin = async (name, template) => {
      await page.getByRole("textbox", { name: "Name" }).fill(name);
      await page.getByRole("combobox", { name: "like" }).selectOption(template);
      await page.getByRole("textbox", { name: "Name" }).press("Enter");
    };
    await begin("My corners", "placing");
    await heading(page, "My corners");
    await rewrite(page, 'game("My corners")', 'game("Edges")');
    await heading(page, "Edges");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("not saved").waitFor({ state: "hidden" });
    assert.match(readFileSync(join(folder, "games/My-corners.rules"), "utf8"), /:- game\("Edges"\)/);
    await page.getByRole("link", { name: "All games" }).click();
    // A name that is taken becomes another one.
    await card(page, "Edges", "#recent").waitFor();
    await begin("My corners", "puzzle");
    await heading(page, "My corners");
    assert.match(page.url(), /game=My-corners-2\.rules/);
    assert.match(readFileSync(join(folder, "games/My-corners.rules"), "utf8"), /Edges/);
    // Neither folders nor nothing can be named.
    await page.getByRole("link", { name: "All games" }).click();
    await begin("../../out", "puzzle");
    await heading(page, "../../out");
    assert.ok(existsSync(join(folder, "games/out.rules")) && !existsSync(join(folder, "out.rules")));
    await page.getByRole("link", { name: "All games" }).click();
    await begin("...", "puzzle");
    assert.equal(await page.getByRole("textbox", { name: "Name" }).evaluate((field) => field.validity.patternMismatch), true);
  }),
);

test(
  "an empty folder begins with a copy of a game that the program brings",
  withProgram(async ({ folder, start, open, browse }) => {
    mkdirSync(join(folder, "own"));
    const { address } = await start("own");
    const page = await browse(address);
    const copies = page.locator("#copies");
    await card(page, "Othello", "#copies").scrollIntoViewIfNeeded();
    await card(page, "Othello", "#copies").locator("img").waitFor();
    assert.equal(await page.locator("#games").isVisible(), false);
    await copies.getByRole("button", { name: "Copy Othello", exact: true }).click();
    await heading(page, "Othello");
    await page.locator(".square").first().waitFor();
    assert.deepEqual(readdirSync(join(folder, "own")).sort(), ["othello-play.rules", "othello.rules"]);
    await page.getByRole("link", { name: "All games" }).click();
    await card(page, "Othello", "#recent").waitFor();
    assert.equal(await copies.evaluate((details) => details.open), false, "there are games of its own now");
    // A file that the copy needs is here with another text.
    writeFileSync(join(folder, "own/othello-play.rules"), "% Mine.\n");
    await copies.locator("summary").click();
    await copies.getByRole("button", { name: "Copy Othello", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "this folder has another one" }).waitFor();
    assert.equal(readFileSync(join(folder, "own/othello-play.rules"), "utf8"), "% Mine.\n");
    const broken = await open(new URL("?game=othello.rules", address).href.replace("?", `${new URL(address).search}&`));
    await broken.locator(".faults .error").first().waitFor();
  }),
);

test(
  "files that are chosen or dropped become files of the folder, and none is written over",
  withProgram(async ({ folder, start, browse }) => {
    const nim = readFileSync(join(folder, "games/nim.rules"), "utf8");
    const { address } = await start("games");
    const page = await browse(address);
    await cards(page).first().waitFor();
    writeFileSync(join(folder, "nim.rules"), puzzle("Two"));
    await page.getByLabel("Open a rule file").setInputFiles(join(folder, "nim.rules"));
    await heading(page, "Two");
    assert.match(page.url(), /game=nim-2\.rules/);
    assert.equal(readFileSync(join(folder, "games/nim.rules"), "utf8"), nim);
    await page.getByRole("link", { name: "All games" }).click();
    await cards(page).first().waitFor();
    await drop(page, { "one.rules": puzzle("One"), "other.rules": puzzle("Other") });
    await heading(page, "One");
    assert.ok(existsSync(join(folder, "games/other.rules")), "both are there");
    await page.getByRole("link", { name: "All games" }).click();
    await cards(page).first().waitFor();
    // Parts come with their game, and do not take the place of others.
    const text = (name) => readFileSync(join(folder, "games", name), "utf8");
    await drop(page, { "othello-play.rules": text("othello-play.rules"), "reversi.rules": text("othello.rules") });
    await page.getByRole("alert").filter({ hasText: "othello-play.rules is kept as othello-play-2.rules" }).waitFor();
    await drop(page, { "notes.txt": "nothing" });
    await page.getByRole("alert").filter({ hasText: "notes.txt is no rule file" }).waitFor();
    await drop(page, { "large.rules": " ".repeat((1 << 20) + 1) });
    await page.getByRole("alert").filter({ hasText: "large.rules is longer than a rule file may be" }).waitFor();
    await drop(page, { "-x.rules": "% Odd.\n" });
    await page.getByRole("alert").filter({ hasText: "`-x.rules` is no name of a rule file" }).waitFor();
    assert.equal(existsSync(join(folder, "games/notes.txt")), false);
  }),
);

test(
  "a broken file is listed with its first error and mended, and an endless one leaves the others their pictures",
  withProgram(async ({ folder, start, browse }) => {
    mkdirSync(join(folder, "own"));
    writeFileSync(join(folder, "own/broken.rules"), BROKEN);
    for (const number of [1, 2, 3, 4]) writeFileSync(join(folder, `own/endless-${number}.rules`), ENDLESS.replace("Endless", `Endless ${number}`));
    writeFileSync(join(folder, "own/whole.rules"), puzzle("Whole"));
    const { address } = await start("own");
    const page = await browse(address);
    const broken = card(page, "Broken");
    await broken.getByText("A game to be mended.").waitFor();
    await broken.locator(".fault", { hasText: /^line 3: / }).waitFor();
    await card(page, "Whole").locator("img").waitFor();
    for (const number of [1, 2, 3, 4]) await card(page, `Endless ${number}`).locator(".fault", { hasText: /limit|too long/ }).waitFor();
    await broken.getByRole("link").click();
    await page.locator(".faults .error").first().waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(puzzle("Mended"));
    await heading(page, "Mended");
    await page.keyboard.press("Control+s");
    await page.getByText("not saved").waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "All games" }).click();
    await card(page, "Mended").locator("img").waitFor();
  }),
);

test(
  "rules are saved under another name beside the file, with the line of moves",
  withProgram(async ({ folder, start, open }) => {
    const before = readFileSync(join(folder, "games/tictactoe.rules"), "utf8");
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await seat(page, "o", "");
    await play(page, "b2");
    await rewrite(page, 'game("Tic-tac-toe")', 'game("Ours")');
    await heading(page, "Ours");
    await page.getByRole("button", { name: "Save as" }).click();
    await page.getByRole("textbox", { name: "Name of the new file" }).fill("our game");
    await page.keyboard.press("Enter");
    await page.waitForURL(/game=our-game\.rules#moves=b2/);
    await heading(page, "Ours");
    await says(page, "X played b2. O to move.");
    assert.equal(await page.getByText("not saved").count(), 0);
    assert.match(readFileSync(join(folder, "games/our-game.rules"), "utf8"), /:- game\("Ours"\)/);
    assert.equal(readFileSync(join(folder, "games/tictactoe.rules"), "utf8"), before);
    await page.goBack();
    await heading(page, "Tic-tac-toe");
  }),
);

test(
  "what cannot be saved under another name is told, and nothing is lost",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await page.getByRole("tab", { name: "othello-play.rules" }).click();
    await rewrite(page, "% How Othello is played", "% My way");
    await page.getByText("not saved").waitFor();
    await page.getByRole("button", { name: "Save as" }).click();
    const dialog = page.getByRole("dialog", { name: "Save as" });
    await dialog.getByRole("textbox").fill("mine");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").filter({ hasText: "Save games/othello-play.rules first" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("not saved").waitFor();
  }),
);

test(
  "the address says game and moves: a bookmark, a reload and a copied link lead there",
  withProgram(async ({ folder, start, open, browse }) => {
    const { address } = await start("games");
    const search = new URL(address).search;
    const page = await open(new URL(`/${search}&game=tictactoe.rules`, address).href, { permissions: ["clipboard-read", "clipboard-write"] });
    for (const role of ["x", "o"]) await seat(page, role, "");
    await play(page, "b2", "a1");
    await page.waitForURL(/game=tictactoe\.rules#moves=b2\+a1$/);
    const bookmark = page.url();
    const other = await open(bookmark);
    await says(other, "O played a1. X to move.");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Link copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), bookmark);
    // What stands after the position and beside it is kept by the tab.
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForURL(/#moves=b2$/);
    await page.reload();
    await says(page, "X played b2. O to move.");
    await page.locator(".line button", { hasText: "a1" }).waitFor();
    await page.getByRole("link", { name: "All games" }).click();
    await cards(page).first().waitFor();
    await page.goBack();
    await page.locator(".line button", { hasText: "a1" }).waitFor();
    // The card of a game leads to where this tab has left it.
    await page.getByRole("link", { name: "All games" }).click();
    await card(page, "Tic-tac-toe").getByRole("link").click();
    await says(page, "X played b2. O to move.");
    await page.locator(".line button", { hasText: "a1" }).waitFor();
    // Other moves that are entered in the address are played.
    await page.goto(bookmark.replace(/moves=.*/, "moves=c3"));
    await says(page, "X played c3. O to move.");
    rmSync(join(folder, "games/tictactoe.rules"));
    const gone = await browse(bookmark);
    await gone.getByText("there is no such file").first().waitFor();
    await gone.getByRole("link", { name: "All games" }).waitFor();
  }),
);

test(
  "moves that are written as terms are kept in the address, too",
  withProgram(async ({ folder, start, open }) => {
    const placing = readFileSync(new URL("../../../cli/new/placing.rules", import.meta.url), "utf8");
    writeFileSync(join(folder, "games/plain.rules"), placing.replaceAll("NAME", "Plain").replace(/^notation\(.*$/gm, ""));
    const { address } = await start("games/plain.rules");
    const page = await open(address);
    await seat(page, "white", "");
    const move = page.locator(".off-board button", { hasText: /\w+\(\d, \d\)/ }).first();
    const played = (await move.innerText()).replace(/^.*?: /, "");
    await move.click();
    await page.locator(".line button", { hasText: played }).waitFor();
    await page.waitForURL(/#moves=/);
    await page.reload();
    await page.locator(".line button", { hasText: played }).waitFor();
    await (await open(page.url())).locator(".line button", { hasText: played }).waitFor();
  }),
);

test(
  "two tabs play two games",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const one = await open(address);
    const other = await open(address.replace("tictactoe", "othello"));
    for (const [page, role] of [[one, "o"], [other, "white"]]) await seat(page, role, "");
    await play(one, "b2");
    await play(other, "f5");
    await says(one, "X played b2. O to move.");
    await says(other, "Black played f5. White to move.");
  }),
);

test(
  "a server that has stopped is told of",
  withProgram(async ({ start, browse }) => {
    const studio = await start("games");
    const page = await browse(studio.address);
    await cards(page).first().waitFor();
    await studio.stop();
    await page.getByRole("textbox", { name: "Name" }).fill("late");
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("alert").filter({ hasText: "The server has stopped." }).waitFor();
  }),
);

test(
  "the gallery is for the keyboard and for small windows",
  withProgram(async ({ start, browse }) => {
    const { address } = await start("games");
    const page = await browse(address, { viewport: { width: 390, height: 800 } });
    await cards(page).first().waitFor();
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(await isWide(), false, "nothing is cut off");
    await page.getByLabel("Open a rule file").focus();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), await cards(page).first().getByRole("link").textContent());
    const title = await page.evaluate(() => document.activeElement.textContent);
    await page.keyboard.press("Enter");
    await heading(page, title);
    assert.equal(await isWide(), false, "nor beside the title of a game");
    await page.getByRole("button", { name: "Save as" }).click();
    assert.equal(await isWide(), false);
  }),
);
