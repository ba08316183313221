// Matches between two players of the program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, rewrite, says, withBrowser } from "./studio.mjs";

/** The panel of matches, opened. */
async function opened(page) {
  await page.getByText("Play a match").click();
  return page.locator(".match");
}

async function begin(panel, first, second, games, opening = 2) {
  await panel.getByRole("combobox", { name: "First player" }).selectOption(first);
  await panel.getByRole("combobox", { name: "Second player" }).selectOption(second);
  await panel.getByLabel("games", { exact: true }).fill(String(games));
  await panel.getByLabel("random plies first").fill(String(opening));
  await panel.getByRole("button", { name: "Play", exact: true }).click();
}

/** The numbers of each player's row: wins, draws and losses. */
function counts(panel) {
  return panel.locator("tr.numbers").evaluateAll((rows) => rows.map((row) => [...row.cells].slice(0, 3).map((cell) => Number(cell.textContent))));
}

test(
  "a strong player wins more games than one who plays any move, and the table adds up",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address, { viewport: { width: 540, height: 660 } });
    const panel = await opened(page);
    await begin(panel, "look_9", "random", 10);
    await panel.getByText("The match of 10 games was played to the end.").waitFor();
    const [[wins, draws, losses], reversed] = await counts(panel);
    assert.equal(wins + draws + losses, 10);
    assert.deepEqual(reversed, [losses, draws, wins]);
    assert.ok(wins > losses, `${wins} wins, ${losses} losses`);
    const share = await panel.locator("tr.numbers td").nth(3).innerText();
    assert.equal(share, `${((100 * (wins + draws / 2)) / 10).toFixed(1)} %`);
    assert.match(await panel.locator("tr.numbers td").nth(4).innerText(), /^\+.* to /s);
    assert.equal(await panel.locator(".games li").count(), 10);
    assert.equal(await panel.locator(".games .win").count(), wins);
    await panel.evaluate((element) => element.scrollIntoView());
    await picture(page, "match");
  }),
);

test(
  "a game of a match is opened as the line of play",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    const panel = await opened(page);
    await begin(panel, "look_2", "look_1", 2, 3);
    await panel.getByText("The match of 2 games").waitFor();
    for (const at of [1, 0]) {
      const game = panel.locator(".games li").nth(at);
      const plies = Number(/(\d+) plies/.exec(await game.innerText())[1]);
      await game.getByRole("button").click();
      await page.waitForFunction((count) => document.querySelectorAll(".line li > button").length === count + 1, plies);
      await page.locator(".status .words", { hasText: /wins|draw/ }).waitFor();
    }
    assert.equal(await page.locator(".line .variation").count(), 0, "the other games are in the list already");
    await page.locator(".line button").first().click();
    await says(page, "X to move.");
  }),
);

test(
  "a match stops when it is told to, and a new one begins from nothing",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const panel = await opened(page);
    await begin(panel, "easy", "random", 1000, 4);
    await panel.locator(".games li").nth(1).waitFor();
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText(/The match of \d+ games was stopped\./).waitFor();
    const games = await panel.locator(".games li").count();
    const [[wins, draws, losses]] = await counts(panel);
    assert.equal(wins + draws + losses, games);
    await begin(panel, "random", "random", 1, 0);
    await panel.getByText("The match of 1 game was played to the end.").waitFor();
    assert.equal(await panel.locator(".games li").count(), 1);
  }),
);

test(
  "a match gives way to what is played meanwhile, and goes on",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const panel = await opened(page);
    await begin(panel, "easy", "random", 4, 4);
    await panel.locator(".games li").first().waitFor();
    await page.locator(".square.open").first().click();
    await says(page, "White played");
    await panel.locator(".games li").nth(2).getByRole("button").click();
    await panel.getByText("The match of 4 games was played to the end.").waitFor();
    assert.equal(await panel.locator(".games li").count(), 4);
  }),
);

test(
  "an edit of the rules ends a match",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const panel = await opened(page);
    await begin(panel, "easy", "random", 1000, 4);
    await panel.locator(".games li").first().waitFor();
    await rewrite(page, 'game("Othello")', 'game("Reversi")');
    await panel.getByText("was ended, because the rules were read anew.").waitFor();
    await page.getByRole("heading", { name: "Reversi", exact: true }).waitFor();
    assert.ok((await panel.locator(".games li").count()) > 0, "its games stay");
    assert.ok(await panel.getByRole("button", { name: "Stop" }).isHidden());
  }),
);

test(
  "a strength that cannot be is told, and there is no match for one role",
  withBrowser(async ({ start, open }) => {
    const page = await open((await start("games/goofspiel.rules")).address);
    let panel = await opened(page);
    await panel.getByRole("combobox", { name: "First player" }).selectOption("…");
    await panel.getByRole("button", { name: "Play", exact: true }).click();
    await panel.getByText("The match of 0 games was ended: ").waitFor();
    const alone = await open((await start("games/knights-tour.rules")).address);
    panel = await opened(alone);
    await panel.getByText("A match is played in a game for two roles; the number of roles here is 1.").waitFor();
    assert.ok(await panel.getByRole("button", { name: "Play", exact: true }).isHidden());
  }),
);
