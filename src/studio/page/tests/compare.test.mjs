// A second rule file beside the first.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { picture, says, seat, withBrowser, withProgram } from "./studio.mjs";

const boards = (page) => page.locator(".compare figure");
const at = (board, name) => board.locator(`[data-square="${name}"]`);
const label = (board, name, text) => board.locator(`[data-square="${name}"][aria-label*="${text}"]`).waitFor();

test(
  "two boards follow a line, and no difference is found",
  withProgram(async ({ start, open }) => {
    const { address } = await start(
      "games/filetto.rules", "--compare", "games/tictactoe.rules", "--map", "games/filetto.names",
    );
    const page = await open(address);
    await page.locator(".compare").waitFor();
    for (const role of ["o", "x"]) await seat(page, role, "");
    const [first, second] = [boards(page).nth(0), boards(page).nth(1)];
    await at(first, "b2").click();
    await label(second, "b2", "last move");
    await at(first, "a1").click();
    await label(second, "a1", "last move");
    await page.locator(".line button", { hasText: "Start" }).click();
    await second.locator('[data-square="b2"]:not(.last)').waitFor();
    await page.getByRole("button", { name: "Find the first difference" }).click();
    await page.locator(".found", { hasText: "No difference was found." }).waitFor();
    assert.match(await page.locator(".found pre").innerText(), /are equal.*\(\d+ positions/s);
  }),
);

test(
  "the first difference of a broken copy is told, and both boards show it",
  withProgram(async ({ folder, start, open }) => {
    const text = readFileSync(join(folder, "games/tictactoe.rules"), "utf8");
    const broken = join(folder, "games/broken.rules");
    writeFileSync(broken, text.replace("line([A, B, C], [[_, _, A], [_, B, _], [C, _, _]]).\n", ""));
    const { address } = await start("games/tictactoe.rules", "--compare", "games/broken.rules");
    const page = await open(address, { viewport: { width: 1100, height: 520 } });
    for (const role of ["x", "o"]) await seat(page, role, "");
    await page.getByRole("button", { name: "Find the first difference" }).click();
    await page.locator(".found", { hasText: "They differ." }).waitFor();
    const words = await page.locator(".found pre").innerText();
    assert.match(words, /games\/tictactoe.rules and games\/broken.rules differ after 5 plies/);
    await page.locator(".line button[aria-current]").nth(0).waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".line button").length === 6);
    assert.equal(await boards(page).nth(1).locator(".missing").isVisible(), false);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await picture(page, "compare");
  }),
);

/** Tic-tac-toe with a part of its text replaced, as a second rule file. */
function changed(folder, part, by) {
  const text = readFileSync(join(folder, "games/tictactoe.rules"), "utf8");
  assert.ok(text.includes(part));
  const path = join(folder, "games/changed.rules");
  writeFileSync(path, text.replace(part, by));
  return path;
}

test(
  "squares that differ are marked on both boards",
  withProgram(async ({ folder, start, open }) => {
    const path = changed(folder, 'show(Column, Row, "O")', 'show(Column, Row, "Q")');
    const { address } = await start("games/tictactoe.rules", "--compare", "games/changed.rules");
    const page = await open(address, { viewport: { width: 1100, height: 520 } });
    for (const role of ["x", "o"]) await seat(page, role, "");
    const [first, second] = [boards(page).nth(0), boards(page).nth(1)];
    await at(first, "a1").click();
    await label(second, "a1", "last move");
    await at(first, "b2").click();
    for (const board of [first, second]) {
      await label(board, "b2", "differs from the other board");
      assert.equal(await board.locator(".difference-mark").count(), 1);
    }
    assert.equal(await page.locator(".table .difference-mark").count(), 0, "the large board is for playing");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await picture(page, "differing");

    // The second file is mended in another editor, and whoever comes back to the page sees it.
    writeFileSync(path, readFileSync(path, "utf8").replace('"Q"', '"O"'));
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.locator(".difference-mark").first().waitFor({ state: "detached" });
    await label(second, "b2", "O, last move");
  }),
);

test(
  "moves that only one game has are marked in the lists",
  withProgram(async ({ folder, start, open }) => {
    changed(folder, "sign(Row, Column, -).\n\nadd", "sign(Row, Column, -), Row + Column =\\= 4.\n\nadd");
    const { address } = await start("games/tictactoe.rules", "--compare", "games/changed.rules");
    const page = await open(address);
    await boards(page).nth(0).locator(".only", { hasText: "only here" }).waitFor();
    const only = (board) => boards(page).nth(board).locator(".only .own").allTextContents();
    assert.deepEqual([(await only(0)).sort(), await only(1)], [["a3", "b2", "c1"], []]);
    await page.locator("summary", { hasText: "Legal moves (9)" }).click();
    assert.equal(await page.locator(".moves button .only").count(), 3);
    await page.getByRole("button", { name: /^b2.*not in the second game/ }).waitFor();
  }),
);

test(
  "the program goes on thinking after a comparison",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/othello.rules", "--compare", "games/othello-triples.rules");
    const page = await open(address);
    await page.getByRole("combobox", { name: "white", exact: true }).selectOption("program: own strength…");
    await page.getByRole("group", { name: "Strength of white" }).getByRole("spinbutton", { name: "seconds" }).fill("50");
    await at(page.locator("section.table"), "f5").click();
    await says(page, "White is thinking");
    await page.getByRole("button", { name: "Find the first difference" }).click();
    await says(page, "White to move.");
    await page.locator(".compare").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The comparison was cancelled.").waitFor();
    await says(page, "White is thinking");
  }),
);

test(
  "how many plies are compared is chosen with the keyboard",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules", "--compare", "games/tictactoe.rules");
    const page = await open(address);
    const plies = page.getByRole("spinbutton", { name: /All lines of up to/ });
    await plies.waitFor();
    await page.waitForFunction(() => document.querySelector("input[name=plies]").max !== "");
    assert.deepEqual([await plies.inputValue(), await plies.getAttribute("max")], ["6", "40"]);
    await plies.focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await plies.inputValue(), "5");
    await plies.fill("2");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".found", { hasText: "No difference was found." }).waitFor();
    assert.match(await page.locator(".found pre").innerText(), /every line of 2 plies/);
  }),
);

test(
  "without a second rule file only the choice of one is there",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await page.locator(".compare > summary").click();
    await page.getByLabel("Compare with", { exact: true }).waitFor();
    assert.equal(await boards(page).first().isVisible(), false);
  }),
);

test(
  "a move that only one game has is marked while the program is to move",
  withProgram(async ({ folder, start, open }) => {
    const text = readFileSync(join(folder, "games/tictactoe.rules"), "utf8");
    writeFileSync(join(folder, "games/other.rules"), text.replace("sign(Row, Column, -).", "sign(Row, Column, -), \\+ (Row = 2, Column = 2)."));
    const { address } = await start("games/tictactoe.rules", "--compare", "games/other.rules");
    const page = await open(address);
    for (const role of ["x", "o"]) await seat(page, role, "");
    await at(boards(page).nth(0), "a1").click();
    await page.locator(".line button", { hasText: "Start" }).click();
    await page.locator('.players select[name="x"]').selectOption({ index: 1 });
    await page.getByRole("button", { name: "Let x play" }).waitFor();
    await page.locator(".compare figure").nth(0).locator(".only", { hasText: "b2" }).waitFor();
    assert.equal(await page.locator(".compare figure").nth(1).locator(".only").innerText(), "");
  }),
);

test(
  "the texts of both games are compared line by line",
  withProgram(async ({ folder, start, open }) => {
    const text = readFileSync(join(folder, "games/tictactoe.rules"), "utf8");
    const other = join(folder, "games/other.rules");
    writeFileSync(other, text.replace("role(x).  role(o).", "role(x).  role(o).  % two"));
    const { address } = await start("games/tictactoe.rules", "--compare", "games/other.rules");
    const page = await open(address);
    const texts = page.locator(".compare .texts");
    await page.locator(".compare summary", { hasText: "Texts" }).click();
    await texts.locator(".cm-changedLine", { hasText: "% two" }).waitFor();
    await texts.locator(".cm-deletedChunk", { hasText: "role(x).  role(o)." }).waitFor();
    await texts.locator(".cm-collapsedLines").first().waitFor();
    writeFileSync(other, text);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.getByText("games/tictactoe.rules and games/other.rules are equal.").waitFor();
  }),
);

test(
  "a second game is chosen in the page, and stays over a reload",
  withBrowser(async ({ folder, start, open }) => {
    const text = readFileSync(join(folder, "games/tictactoe.rules"), "utf8");
    const other = join(folder, "tictactoe.rules");
    writeFileSync(other, text.replace("sign(Row, Column, -).", "sign(Row, Column, -), \\+ (Row = 2, Column = 2)."));
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    for (const role of ["x", "o"]) await seat(page, role, "");
    await page.locator(".compare > summary").click();
    await page.getByLabel("Compare with", { exact: true }).setInputFiles(other);
    await boards(page).nth(1).getByText("tictactoe (chosen).rules").waitFor();
    await page.locator(".compare figure").nth(0).locator(".only", { hasText: "b2" }).waitFor();
    await page.reload();
    await page.locator(".compare figure").nth(0).locator(".only", { hasText: "b2" }).waitFor();
    await page.getByRole("button", { name: "Find the first difference" }).click();
    await page.locator(".found", { hasText: "They differ." }).waitFor();
    await page.getByRole("button", { name: "Compare no more" }).click();
    await boards(page).first().waitFor({ state: "hidden" });
    writeFileSync(other, "role(x");
    await page.getByLabel("Compare with", { exact: true }).setInputFiles(other);
    await page.locator(".compare .missing", { hasText: "tictactoe (chosen).rules:1" }).waitFor();
  }),
);
