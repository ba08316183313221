// A position of one's own, and random games of the rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play, rewrite, says, seat, square, withBrowser } from "./studio.mjs";

const facts = (page) => page.getByRole("textbox", { name: "Facts" });

test(
  "a position is set up by its facts, played from, and kept over a reload",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    for (const role of ["x", "o"]) await seat(page, role, "");
    await play(page, "b2");
    await page.getByText("Set up a position").click();
    await page.waitForFunction(() => document.querySelector("[name=facts]").value.includes("board([[-, -, -], [-, x, -], [-, -, -]])"));
    await facts(page).fill("baord([[-, -, -], [-, x, -], [-, -, -]]).");
    await page.getByRole("button", { name: "Begin here" }).click();
    await page.getByRole("alert").filter({ hasText: "<position>:1" }).waitFor();
    assert.equal(await page.locator(".line button").count(), 2, "the game goes on");
    await facts(page).fill("board([[x, -, -], [-, x, -], [o, o, -]]).");
    await page.getByRole("button", { name: "Begin here" }).click();
    await says(page, "X to move.");
    assert.equal(await page.locator(".line button").count(), 1, "a line of its own");
    const board = () => page.locator(".square[aria-label]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label").replace(/, .*/, "") + (/, [xo]/.exec(cell.getAttribute("aria-label")) ?? "")));
    const before = await board();
    await page.reload();
    await says(page, "X to move.");
    assert.deepEqual(await board(), before);
    const free = await page.locator(".square.open").first().getAttribute("data-square");
    await square(page, free).click();
    await page.locator(".line button", { hasText: free }).waitFor();
    // By other rules the position stays.
    await rewrite(page, 'game("Tic-tac-toe")', 'game("Ours")');
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await page.locator(".line button", { hasText: free }).waitFor();
    const back = page.getByRole("button", { name: "Back to the start of the game" });
    if (!(await back.isVisible())) await page.getByText("Set up a position").click();
    await back.click();
    await says(page, "X to move.");
    assert.equal(await page.locator(".square.open").count(), 9);
  }),
);

test(
  "a position is set up on the board, piece by piece, and the game begins there",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    await page.getByText("Set up a position").click();
    const board = page.getByRole("grid", { name: "Board to set up" });
    const at = (name) => board.locator(`[data-square="${name}"]`);
    const stands = (name, piece) => at(name).and(page.locator(`[aria-label="${name}, ${piece}"]`)).waitFor();
    const choose = (piece) => page.getByRole("radio", { name: piece, exact: true }).check();
    await stands("e1", "white king");
    await choose("white queen");
    await at("e5").click();
    await stands("e5", "white queen");
    // Once more takes it away.
    await at("e5").click();
    await stands("e5", "empty");
    await choose("empty");
    for (const name of ["e7", "d8", "e1"]) await at(name).click();
    await stands("e1", "empty");
    await page.getByRole("button", { name: "Begin here" }).click();
    await page.getByRole("alert").filter({ hasText: "this position cannot be" }).waitFor();
    await choose("white king");
    await at("e1").click();
    await stands("e1", "white king");
    await at("e2").dragTo(at("e6"));
    await stands("e6", "white pawn");
    await stands("e2", "empty");
    await page.getByLabel("control").selectOption("black");
    await page.waitForFunction(() => /control\(black\)/.test(document.querySelector("[name=facts]").value));
    assert.match(await facts(page).inputValue(), /^cell\(5, 6, white-pawn\)\.$/m);
    // By the facts themselves, and by keys.
    await facts(page).fill((await facts(page).inputValue()).replace("cell(5, 6, white-pawn).", "cell(5, 5, white-pawn)."));
    await stands("e5", "white pawn");
    await choose("black knight");
    await at("e5").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await stands("e6", "black knight");
    await page.getByRole("button", { name: "Begin here" }).click();
    await says(page, "Black to move.");
    await page.locator('.table [data-square="e6"][aria-label^="e6, black knight"]').waitFor();
  }),
);

test(
  "a piece that cannot stand on another square stays where it is",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/goofspiel.rules");
    const page = await open(address);
    await page.getByText("Set up a position").click();
    const board = page.getByRole("grid", { name: "Board to set up" });
    const at = (name) => board.locator(`[data-square="${name}"]`);
    await at("m1").and(page.locator('[aria-label="m1, K of spades"]')).waitFor();
    await at("m1").dragTo(at("a1"));
    await page.locator(".sketch .trouble", { hasText: "no fact of this game puts `K♠` on a1" }).waitFor();
    assert.equal(await at("m1").getAttribute("aria-label"), "m1, K of spades");
    assert.match(await facts(page).inputValue(), /^hand\(spades, 13\)\.$/m);
  }),
);

test(
  "a game whose position is one term says that its facts are to be changed",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await page.getByText("Set up a position").click();
    await page.getByText("No fact of this game is a piece on a square").waitFor();
    assert.equal(await page.getByRole("grid", { name: "Board to set up" }).count(), 0);
    await facts(page).fill("board([[x, -, -], [-, x, -], [o, o, -]]");
    await page.locator(".sketch .trouble", { hasText: "<position>:1" }).waitFor();
  }),
);

test(
  "random games show a fault, with its clause",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await page.getByText("Try the rules").click();
    const panel = page.locator(".trial");
    await panel.getByRole("spinbutton", { name: "Games" }).fill("20");
    await panel.getByRole("button", { name: "Play" }).click();
    await panel.getByText("20 random games of").waitFor();
    await panel.getByText("No fault was found.").waitFor();
    await rewrite(page, 'game("Tic-tac-toe")', 'game("Ours")');
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\nlegal(P, put(1, 1)) :- to_move(P), sign(1, 1, -).\n");
    await page.locator(".editor .faults .warning").first().waitFor();
    await panel.getByRole("button", { name: "Play" }).click();
    await panel.locator(".faults li", { hasText: "more than once" }).waitFor();
  }),
);
