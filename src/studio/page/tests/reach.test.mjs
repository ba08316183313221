// For everybody: without a mouse, on a phone, in the dark, read aloud.

import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, says, seat, square, withBrowser } from "./studio.mjs";

test(
  "moves are made with the keyboard alone",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    // The board is one stop of the tab key; the arrows go on from there.
    await page.locator("body").click({ position: { x: 2, y: 2 } });
    // On the site there are links before it.
    for (let stop = 0; stop < 6 && (await focused(page)) === ""; stop += 1) await page.keyboard.press("Tab");
    assert.equal(await focused(page), "a1, empty");
    await press(page, "ArrowRight 3", "ArrowDown 2");
    assert.equal(await focused(page), "d3, empty, legal move");
    await page.keyboard.press("Enter");
    await says(page, "Black played d3. White to move.");
    assert.equal(await focused(page), "d3, black disc, last move");
    await press(page, "ArrowLeft");
    await page.keyboard.press("Enter");
    await says(page, "White played c3. Black to move.");
    await press(page, "ArrowLeft 2");
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Why a3 is not legal" }).waitFor();
  }),
);

test(
  "a piece is picked up and put down with the keyboard",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address);
    await seat(page, "black", "");
    await square(page, "22").focus();
    assert.equal(await focused(page), "22, white man, can move");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "22, white man, picked up");
    await page.keyboard.press("Escape");
    assert.equal(await focused(page), "22, white man, can move");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    assert.match(await focused(page), /^1[78], empty, legal move$/);
    await page.keyboard.press("Enter");
    await says(page, /White played 22-1[78]\. Black to move\./);
  }),
);

test(
  "the page fits a phone, in the dark too",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address, { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true });
    await seat(page, "white", "easy");
    await square(page, "f5").tap();
    await says(page, /White played \w\d\. Black to move\./);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `nothing is wider than the screen, but the page is ${wide}`);
    const board = await page.locator(".board svg").boundingBox();
    assert.ok(board.width > 300, "the board is as wide as the screen");
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = Number(/\d+/.exec(ground)[0]);
    assert.ok(light < 60, "the page is dark");
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, "phone");
  }),
);

test(
  "a screen reader finds the board, the squares and who is to move",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await page.getByRole("grid", { name: "Board" }).waitFor();
    assert.equal(await page.getByRole("gridcell").count(), 64);
    assert.equal(await page.getByRole("gridcell", { name: /legal move/ }).count(), 4);
    await page.getByRole("status").filter({ hasText: "Black to move." }).waitFor();
    const nameless = await page.locator("button, select, input").evaluateAll((all) =>
      all.filter((each) => {
        const said = [each.getAttribute("aria-label") ?? "", each.textContent, ...[...(each.labels ?? [])].map((label) => label.textContent)];
        return said.join("").trim() === "";
      }).length,
    );
    assert.equal(nameless, 0, "everything that can be pressed has a name");
  }),
);

async function press(page, ...keys) {
  for (const key of keys) {
    const [name, times] = key.split(" ");
    for (let time = 0; time < Number(times ?? 1); time += 1) await page.keyboard.press(name);
  }
}

/** What the focused element is called. */
function focused(page) {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
}
