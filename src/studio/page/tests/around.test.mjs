// Around the board: seen from the other side, and saved as pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { play, says, seat, square, withBrowser } from "./studio.mjs";

test(
  "the board is seen from the other side",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    const [white, black] = [await square(page, "a1").boundingBox(), await square(page, "h8").boundingBox()];
    await page.getByRole("button", { name: "Flip" }).click();
    await page.locator(".upon[transform]").waitFor({ state: "attached" });
    const [turned, other] = [await square(page, "a1").boundingBox(), await square(page, "h8").boundingBox()];
    assert.ok(Math.abs(turned.y - black.y) < 2 && Math.abs(turned.x - black.x) < 2);
    assert.ok(Math.abs(other.y - white.y) < 2 && Math.abs(other.x - white.x) < 2);
    await play(page, "e2 e4");
    await says(page, "White played e2-e4. Black to move.");
    // The arrow keys go as the board is seen.
    await square(page, "e7").focus();
    await page.keyboard.press("ArrowUp");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^e6/);
    await page.keyboard.press("ArrowLeft");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^f6/);
  }),
);

test(
  "the position and the game are saved as pictures",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await seat(page, "o", "");
    await play(page, "b2", "a1", "c3");
    await says(page, "X played c3. O to move.");
    const shown = { Picture: 1, Sheet: 4, Film: 4 };
    for (const [name, boards] of Object.entries(shown)) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
      assert.match(download.suggestedFilename(), /^Tic-tac-toe (position|sheet|film)\.svg$/);
      const svg = await readFile(await download.path(), "utf8");
      assert.match(svg, /^<svg[\s\S]*<\/svg>\s*$/);
      assert.equal(svg.includes("<animate"), name === "Film");
      assert.ok((svg.match(/c3/g) ?? []).length > 0 || boards === 1, "the moves are told");
    }
  }),
);
