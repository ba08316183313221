// The rules are edited beside the board: broken, mended, played by, saved.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { picture, rewrite, says, seat, square, withBrowser, withProgram } from "./studio.mjs";

test(
  "a broken rule is diagnosed, and mended the game goes on",
  withProgram(async ({ folder, start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const path = join(folder, "games/tictactoe.rules");
    const before = readFileSync(path, "utf8");
    const page = await open(address);
    await seat(page, "o", "");
    await square(page, "b2").click();
    await says(page, "O to move.");

    await rewrite(page, "role(x)", "rolle(x)");
    await page.locator(".faults .error").first().waitFor();
    await page.locator(".cm-lintRange-error").first().waitFor();
    await page.getByText("The board still plays by the last rules that loaded.").waitFor();
    await picture(page, "editing");
    await square(page, "a1").click();
    await says(page, "X to move.");

    await rewrite(page, "rolle(x)", "role(x)");
    await page.locator(".faults .error").first().waitFor({ state: "detached" });
    await says(page, "X to move.");
    assert.equal(await page.locator(".line button").count(), 3, "the moves are kept");
    await picture(page, "mended");
    await square(page, "c3").click();
    await says(page, "O to move.");
    assert.equal(readFileSync(path, "utf8"), before, "nothing on the disk has changed");
  }),
);

test(
  "a changed rule is played by at once, and written to the disk when it is saved",
  withProgram(async ({ folder, start, open }) => {
    const { address } = await start("games/othello.rules");
    const path = join(folder, "games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    await square(page, "f5").click();
    await says(page, "White to move.");
    await rewrite(page, ':- game("Othello")', ':- game("Reversi")');
    await page.getByRole("heading", { name: "Reversi" }).waitFor();
    await says(page, "Black played f5. White to move.");
    await page.getByText("not saved").waitFor();
    assert.match(readFileSync(path, "utf8"), /game\("Othello"\)/);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("not saved").waitFor({ state: "hidden" });
    assert.match(readFileSync(path, "utf8"), /game\("Reversi"\)/);
  }),
);

test(
  "programs that play each other go on when an edit takes their level away",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "easy");
    await seat(page, "black", "easy");
    await rewrite(page, "level(easy,", "level(simple,");
    const usual = () => [...document.querySelectorAll(".players select[name]")].every((choice) => choice.value === "normal");
    await page.waitForFunction(usual);
    const plies = await page.locator(".line button").count();
    await page.waitForFunction((before) => document.querySelectorAll(".line button").length > before + 2, plies);
  }),
);

test(
  "a file that somebody else has changed is not overwritten unasked",
  withProgram(async ({ folder, start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const path = join(folder, "games/tictactoe.rules");
    const page = await open(address);
    await says(page, "X to move.");
    await rewrite(page, 'game("Tic-tac-toe")', 'game("Ours")');
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    const theirs = `% Theirs.\n${readFileSync(path, "utf8")}`;
    writeFileSync(path, theirs);
    // The text survives a reload, and so does what it was made from.
    await page.reload();
    await says(page, "X to move.");
    const question = page.getByRole("alertdialog");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await question.getByText("was changed on the disk by somebody else").waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    assert.equal(readFileSync(path, "utf8"), theirs);

    await page.keyboard.press("Control+s");
    await question.waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.locator(".cm-line", { hasText: "% Theirs." }).waitFor();
    await page.getByText("not saved").waitFor({ state: "hidden" });
    assert.equal(readFileSync(path, "utf8"), theirs);

    await rewrite(page, "% Theirs.", "% Ours.");
    writeFileSync(path, `${theirs}% More.\n`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await question.getByRole("button", { name: "Overwrite it" }).click();
    await page.getByText("not saved").waitFor({ state: "hidden" });
    assert.equal(readFileSync(path, "utf8"), theirs.replace("% Theirs.", "% Ours."));
    // Whoever has just saved is asked nothing.
    await rewrite(page, "% Ours.", "% Still ours.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("not saved").waitFor({ state: "hidden" });
    assert.match(readFileSync(path, "utf8"), /^% Still ours\./);
  }),
);

test(
  "a file that does not load is mended in the page",
  withProgram(async ({ folder, start, open }) => {
    const path = join(folder, "games/tictactoe.rules");
    writeFileSync(path, readFileSync(path, "utf8").replace("legal(P, put", "legall(P, put"));
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await says(page, "There is no game yet.");
    await rewrite(page, "legall(P, put", "legal(P, put");
    await says(page, "X to move.");
    await square(page, "b2").click();
    await page.locator(".line button", { hasText: "b2" }).waitFor();
  }),
);

test(
  "the cost of a goal and of a move is told by predicate, and each leads to its first clause",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    const panel = page.getByRole("region", { name: "Ask the rules" });
    const rows = panel.locator("tbody tr");
    const goal = page.getByRole("textbox", { name: "Goal" });
    await goal.fill("legal(P, M)");
    await panel.getByRole("button", { name: "Profile" }).click();
    await panel.getByText(/^\d+ steps, for 4 answers$/).waitFor();
    const steps = (await rows.locator("td:nth-child(2)").allInnerTexts()).map(Number);
    assert.deepEqual(steps, [...steps].sort((one, other) => other - one), "the most expensive ones first");
    await panel.getByRole("button", { name: "traps/4" }).click();
    await page.locator(".cm-activeLine", { hasText: "traps(" }).waitFor();

    await page.getByRole("button", { name: "Why?" }).click();
    await square(page, "f5").click();
    await page.getByRole("heading", { name: "Why f5 is legal" }).waitFor();
    await page.getByRole("region", { name: "Why" }).getByRole("button", { name: "Profile" }).click();
    await panel.getByText(/^\d+ steps, for 1 answer$/).waitFor();
    assert.match(await goal.inputValue(), /^legal\(black, .*after\(black, /);
    await rows.filter({ hasText: "turns/5" }).waitFor();

    await goal.fill("legal(P, M), nothing(M)");
    await panel.getByRole("button", { name: "Profile" }).click();
    await panel.locator(".told.fault", { hasText: "nothing" }).waitFor();
    assert.equal(await rows.count(), 0);
    await page.getByRole("button", { name: "Why?" }).click();
    await square(page, "a1").click();
    await page.getByRole("heading", { name: "Why a1 is not legal" }).waitFor();
    assert.equal(await page.getByRole("region", { name: "Why" }).getByRole("button", { name: "Profile" }).count(), 0);
  }),
);

test(
  "the rules are asked, and their answers stand in a table",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const goal = page.getByRole("textbox", { name: "Goal" });
    const rows = page.locator(".answers .answer");
    await goal.fill("?- role(P).");
    await goal.press("Enter");
    await page.locator(".answers th", { hasText: "P" }).waitFor();
    await rows.filter({ hasText: "black" }).waitFor();
    await page.getByRole("button", { name: "Next answer" }).click();
    await rows.filter({ hasText: "white" }).waitFor();
    await goal.fill("legal(P, place(X, Y))");
    await goal.press("Enter");
    await page.getByRole("button", { name: "Next 100" }).click();
    await page.locator(".answers", { hasText: "no more answers" }).waitFor();
    assert.deepEqual(await page.locator(".answers th").allInnerTexts(), ["P", "X", "Y"]);
    assert.deepEqual((await rows.allInnerTexts()).map((row) => row.split(/\s+/)), [
      ["1", "black", "3", "4"],
      ["2", "black", "4", "3"],
      ["3", "black", "5", "6"],
      ["4", "black", "6", "5"],
    ]);
    await goal.fill("control(black)");
    await goal.press("Enter");
    await page.locator(".answers .told", { hasText: "true" }).waitFor();
    await goal.fill("control(white)");
    await goal.press("Enter");
    await page.locator(".answers .told", { hasText: "no" }).waitFor();
    await goal.fill("role(");
    await goal.press("Enter");
    await page.locator(".answers .fault").waitFor();
    // The goals that were asked come back.
    for (let step = 0; step < 3; step += 1) await goal.press("ArrowUp");
    assert.equal(await goal.inputValue(), "control(black)");
    await goal.press("ArrowDown");
    assert.equal(await goal.inputValue(), "control(white)");
  }),
);

test(
  "any goal is explained, and the clauses are lit",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const ask = async (goal) => {
      await page.getByRole("textbox", { name: "Goal" }).fill(goal);
      await page.locator(".question").getByRole("button", { name: "Explain" }).click();
    };
    await ask("opponent(black, Q)");
    await page.getByRole("heading", { name: "Why opponent(black, Q) has an answer" }).waitFor();
    await page.locator(".reason .place").first().click();
    await page.locator(".cm-activeLine", { hasText: "opponent(" }).waitFor();
    await page.locator(".lit", { hasText: "opponent(" }).first().waitFor();
    await ask("control(white)");
    await page.getByRole("heading", { name: "Why control(white) has no answer" }).waitFor();
  }),
);

test(
  "names are completed and documented",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await page.locator(".cm-line", { hasText: "notation(pass" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" termin");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "terminal" }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".cm-line", { hasText: "grid(8, 8)" }).locator(".token-standard").hover();
    await page.locator(".cm-tooltip .markdown").waitFor();
  }),
);

test(
  "a file that somebody else saves is played by at once, unless there are changes here: then it is asked",
  withProgram(async ({ folder, start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const path = join(folder, "games/tictactoe.rules");
    const before = readFileSync(path, "utf8");
    const page = await open(address);
    await seat(page, "o", "");
    await square(page, "b2").click();
    await says(page, "O to move.");
    writeFileSync(path, before.replace(/:- game\(".*"\)/, ':- game("Noughts")'));
    await page.getByRole("heading", { name: "Noughts" }).waitFor();
    await page.locator(".cm-line", { hasText: ':- game("Noughts")' }).waitFor();
    assert.equal(await page.locator(".unsaved").textContent(), "");
    await says(page, "X played b2. O to move.");

    await rewrite(page, ':- game("Noughts")', ':- game("Mine")');
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    writeFileSync(path, before.replace(/:- game\(".*"\)/, ':- game("Theirs")'));
    const question = page.getByRole("alertdialog");
    await question.getByText("was changed on the disk by somebody else").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.closest("[role=alertdialog]")), null, "the focus stays");
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await question.getByRole("button", { name: "Load what is there" }).click();
    await page.getByRole("heading", { name: "Theirs" }).waitFor();
  }),
);
