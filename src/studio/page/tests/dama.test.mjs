// Italian draughts: pieces are picked up, and what must not be played is refused with the reason.

import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, says, seat, square, withBrowser } from "./studio.mjs";

const colour = (cell) => cell.locator(".ground").evaluate((ground) => getComputedStyle(ground).fill);

test(
  "an illegal move cannot be entered, and the reason is told",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address, { colorScheme: "dark" });
    await seat(page, "black", "");

    // A man behind others: red, with the reason.
    await square(page, "26").click();
    await page.locator('.square.blocked[data-square="26"]').waitFor();
    await page.getByText("26 must not move.").waitFor();
    await page.getByRole("heading", { name: "Why 26 must not move" }).waitFor();
    const red = await colour(square(page, "26"));

    // A man who can move: orange. A square to which he cannot go is refused, and he stays in the hand.
    await square(page, "22").click();
    await page.locator('.square.picked[data-square="22"]').waitFor();
    assert.notEqual(await colour(square(page, "22")), red);
    assert.equal(await square(page, "26").getAttribute("aria-selected"), "false");
    await square(page, "14").click();
    await page.getByText("22 does not go on to 14.").waitFor();
    await page.getByRole("heading", { name: "Why 22-14 is not legal" }).waitFor();
    await square(page, "18").click();
    await says(page, "White played 22-18.");
  }),
);

test(
  "who can take must take, and is told why nothing else is legal",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address, { colorScheme: "dark" });
    await seat(page, "black", "");
    for (const move of ["22-18", "12-15", "18-14"]) {
      for (const name of move.split("-")) await square(page, name).click();
      await says(page, `played ${move}.`);
    }
    // Black takes on 14; the man on 15 has to wait.
    assert.ok((await page.locator(".square.movable").count()) > 0, "some man can take");
    await square(page, "15").click();
    await page.locator('.square.blocked[data-square="15"]').waitFor();
    const reason = page.locator(".reason pre");
    await reason.filter({ hasText: "fails" }).waitFor();
    assert.match(await reason.textContent(), /legal\(black, /);
    await page.locator(".place").first().click();
    await page.locator(".cm-line .lit").first().waitFor();

    // The capture goes over the board square by square.
    await page.locator(".square.movable").first().click();
    await page.locator(".square.open").first().click();
    await says(page, /Black played \d+x\d+/);
  }),
);

test(
  "a capture of fewer pieces than can be taken is illegal, and the reason is told",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address, { colorScheme: "dark" });
    await seat(page, "black", "");
    for (const move of ["21-18", "12-15", "24-20", "15x24", "23-19", "11-14", "18x11"]) {
      for (const name of move.split(/[-x]/)) await square(page, name).click();
      await says(page, `played ${move}.`);
    }
    // The man on 6 could take one piece, but the one on 7 takes two.
    await square(page, "6").click();
    await page.locator('.square.blocked[data-square="6"]').waitFor();
    await page.locator(".reason pre", { hasText: "fails" }).waitFor();
    await page.locator(".place").first().click();
    await page.locator(".cm-line .lit").first().waitFor();
    // The way to the clause has left the board above.
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, "dama", 700);
    await square(page, "7").click();
    await square(page, "14").click();
    await page.getByText("1 more square to go.").waitFor();
    await square(page, "23").click();
    await says(page, "Black played 7x14x23.");
  }),
);
