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

test(
  "a piece is dragged to where it goes",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    const drag = async (from, to) => {
      const [one, other] = [await square(page, from).boundingBox(), await square(page, to).boundingBox()];
      await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
      await page.mouse.down();
      await page.mouse.move(other.x + other.width / 2, other.y + other.height / 2, { steps: 6 });
      assert.equal(await page.locator(".floating").count(), 1, "it follows the pointer");
      await page.mouse.up();
      assert.equal(await page.locator(".floating").count(), 0);
    };
    await drag("e2", "e4");
    await says(page, "White played e2-e4. Black to move.");
    await drag("e7", "e4");
    await page.getByText("e7 does not go on to e4.").waitFor();
    await drag("e7", "e5");
    await says(page, "Black played e7-e5. White to move.");
    // A press without a way is a click, and the first square of a move with two.
    await play(page, "g1 f3");
    await says(page, "White played Ng1-f3. Black to move.");
  }),
);

test(
  "a piece is seen on its way, unless nothing is to move",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    for (const [reducedMotion, floats] of [["no-preference", true], ["reduce", false]]) {
      const page = await open(address, { reducedMotion });
      await seat(page, "black", "");
      await page.evaluate(() => {
        window.floated = 0;
        const seen = new MutationObserver((changes) => {
          for (const { addedNodes } of changes) window.floated += [...addedNodes].filter((node) => node.classList?.contains("floating")).length;
        });
        seen.observe(document.querySelector(".board"), { childList: true, subtree: true });
      });
      await play(page, "e2 e4");
      await page.locator(".floating").waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => window.floated > 0), floats);
      assert.equal(await square(page, "e4").locator(".piece").isVisible(), true);
    }
  }),
);
