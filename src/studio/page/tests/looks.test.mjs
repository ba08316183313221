// Boards look as their rule files say: hexagons, crossings, pits, and what stands beside them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, play, rewrite, says, seat, square, withBrowser } from "./studio.mjs";

test(
  "Hex is played on hexagons, also from the other side",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/hex.rules");
    const page = await open(address);
    await seat(page, "blue", "");
    const middle = async (name) => {
      await square(page, name).locator(".ground").waitFor();
      const box = await square(page, name).locator(".ground").boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
    };
    // Each row lies half a hexagon further to the right than the row above.
    const [above, below] = [await middle("f5"), await middle("f6")];
    assert.ok(Math.abs(below.x - above.x - above.width / 2) < 1);
    assert.ok(below.y - above.y < above.width, "rows of hexagons overlap");
    assert.equal(await page.locator(".upon .border.red").count(), 2);
    await play(page, "f5", "f6", "g5", "e6", "e7");
    await says(page, "Red played e7. Blue to move.");
    await picture(page, "hex", 620);
    await page.getByRole("button", { name: "Flip" }).click();
    await page.locator(".upon[transform]").waitFor({ state: "attached" });
    const [turned, other] = [await middle("f5"), await middle("f6")];
    assert.ok(Math.abs(turned.x - other.x - above.width / 2) < 1 && turned.y > other.y);
    await play(page, "a11");
    await says(page, "Blue played a11. Red to move.");
  }),
);

test(
  "a pit is played by a click, and its seeds are counted",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/kalah.rules");
    const page = await open(address);
    await seat(page, "north", "");
    assert.equal(await square(page, "b3").locator(".seed").count(), 4);
    assert.match(await square(page, "b3").getAttribute("aria-label"), /^b3, 4 seeds/);
    assert.equal(await square(page, "a1").count(), 0, "it is no part of the board");
    await play(page, "d3");
    await says(page, "South played 3. South to move.");
    assert.equal(await square(page, "h2").locator(".seed").count(), 1);
    await picture(page, "kalah", 420);
  }),
);

test(
  "scores and hands stand beside the board",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    const beside = page.getByLabel("Beside the board");
    assert.deepEqual(await beside.locator("div").allTextContents(), ["blackdiscs 2", "whitediscs 2"]);
    await play(page, "f5");
    assert.deepEqual(await beside.locator("div").allTextContents(), ["blackdiscs 4", "whitediscs 1"]);
  }),
);

test(
  "a look that is changed in the rules is seen at once",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/hex.rules");
    const page = await open(address);
    await page.locator("svg.hexagons").waitFor();
    await rewrite(page, "size(11).", "size(11).  surface(crossings).");
    await page.locator("svg.crossings").waitFor();
    await rewrite(page, "surface(crossings).", "surface(crosings).");
    await page.locator(".faults").getByText("`surface(crosings)` cannot be drawn").waitFor();
    await page.locator("svg.crossings").waitFor();
  }),
);
