// Variations, comments and records of a game.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { play, says, seat, square, withBrowser } from "./studio.mjs";

const moves = (page) => page.locator(".line button:not(.variation)").allInnerTexts();
const variation = (page, text) => page.locator(".line .variation", { hasText: text });
const undo = (page) => page.getByRole("button", { name: "Undo" }).click();

async function twoPersons({ start, open }) {
  const { address } = await start("games/tictactoe.rules");
  const page = await open(address);
  await seat(page, "x", "");
  await seat(page, "o", "");
  return page;
}

test(
  "another move keeps the rest of the line as a variation, and the same move goes on in it",
  withBrowser(async (studio) => {
    const page = await twoPersons(studio);
    await play(page, "b2", "a1", "c3");
    await undo(page);
    await undo(page);
    await says(page, "O to move.");
    await square(page, "a1").click();
    await says(page, "X to move.");
    assert.deepEqual(await moves(page), ["Start", "b2", "a1", "c3"], "the same move keeps what follows");
    await undo(page);
    await says(page, "O to move.");
    await square(page, "a2").click();
    await variation(page, "a1 c3").waitFor();
    assert.deepEqual(await moves(page), ["Start", "b2", "a2"]);
    await play(page, "c1");
    await variation(page, "a1 c3").click();
    await variation(page, "a2 c1").waitFor();
    assert.deepEqual(await moves(page), ["Start", "b2", "a1", "c3"]);
    await page.locator(".line [aria-current]", { hasText: "a1" }).waitFor();

    await page.reload();
    await variation(page, "a2 c1").waitFor();
    await page.getByRole("button", { name: "Forget other lines" }).click();
    await variation(page, "a2 c1").waitFor({ state: "detached" });
  }),
);

test(
  "comments and variations go into a record and come back from it",
  withBrowser(async (studio) => {
    const page = await twoPersons(studio);
    await play(page, "b2", "a1");
    await undo(page);
    await page.getByText("Comment", { exact: true }).click();
    await page.getByLabel("On the position after b2").fill("The middle.");
    await page.locator(".line .said", { hasText: "The middle." }).waitFor();
    await square(page, "c1").click();
    await variation(page, "a1").waitFor();
    await page.getByLabel("On the position after c1").fill("In the corner.");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Record", exact: true }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), "Tic-tac-toe.pgn");
    const path = join(studio.folder, "game.pgn");
    await download.saveAs(path);
    const text = readFileSync(path, "utf8");
    assert.match(text, /\[X "a person"\]/);
    assert.match(text, /1\. b2 \{The middle\.\} 1\.\.\. c1 \{In the corner\.\} \(1\.\.\. a1\) \*/);

    writeFileSync(path, `${text}\n[X "Someone"]\n\n1. a1 (1. a2 c3) b2 *\n`);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("button", { name: "Forget other lines" }).click();
    await page.getByLabel("Open a record").setInputFiles(path);
    await page.locator(".line .said", { hasText: "In the corner." }).waitFor();
    await variation(page, "a1").waitFor();
    assert.deepEqual(await moves(page), ["Start", "b2", "c1"]);
    await page.getByRole("combobox", { name: "Game of the record" }).selectOption({ label: "2. Someone, o: *" });
    await variation(page, "a2 c3").waitFor();
    assert.deepEqual(await moves(page), ["Start", "a1", "b2"]);

    writeFileSync(path, "1. b2 d4 *\n");
    await page.getByLabel("Open a record").setInputFiles(path);
    await page.getByRole("alert").filter({ hasText: "`d4` is not a legal move here" }).waitFor();
    assert.deepEqual(await moves(page), ["Start", "a1", "b2"], "the game stays");
  }),
);
