// Othello is played to its end against the program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, says, seat, square, withBrowser, withProgram } from "./studio.mjs";

test(
  "a game of Othello is played to its end against level easy",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "easy");
    let moves = 0;
    for (; moves < 64; moves += 1) {
      await page.locator(".status .words").filter({ hasText: /Black to move|wins|draw/ }).waitFor();
      if (await page.locator(".status.over").isVisible()) break;
      const pass = page.locator(".off-board button");
      const choice = (await pass.count()) > 0 ? pass : page.locator(".square.open").first();
      const before = await page.locator(".line button").count();
      await choice.click();
      await page.waitForFunction((count) => document.querySelectorAll(".line button").length > count, before);
      if (moves === 5) await values(page);
    }
    const words = await page.locator(".status .words").textContent();
    assert.match(words, /(black|white) wins \(black \d+, white \d+\)|draw/i);
    assert.equal(await page.locator(".square.open").count(), 0, "nothing can be played any more");
    await picture(page, "othello");

    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, "Black to move");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator(".line [aria-current]", { hasText: "Start" }).waitFor();
    assert.equal(await page.locator(".square.open").count(), 4);
    assert.ok(await page.getByRole("button", { name: "New game" }).isDisabled());
  }),
);

/** The value of each legal move, as bars. */
async function values(page) {
  await page.locator(".status .words", { hasText: "Black to move" }).waitFor();
  await page.getByRole("button", { name: "Values" }).click();
  await page.locator(".worth .value", { hasText: /[0-9]/ }).first().waitFor();
  const [bars, moves] = [await page.locator(".worth").count(), await page.locator(".square.open").count()];
  assert.equal(bars, moves, "each legal move has a bar");
  await picture(page, "values");
  await page.getByRole("button", { name: "Values" }).click();
}

test(
  "hints and reasons are given, and a game can be resigned",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".square.hint").waitFor();
    await square(page, "d3").click();
    await says(page, "Black played d3. White to move.");
    await page.getByRole("button", { name: "Why?" }).click();
    await square(page, "c3").click();
    await page.getByRole("heading", { name: "Why c3 is legal" }).waitFor();
    await page.getByRole("button", { name: "Why?" }).click();
    await page.getByRole("button", { name: "Resign" }).click();
    await says(page, "White resigns, black wins.");
    await page.getByRole("button", { name: "New game" }).click();
    await says(page, "Black to move.");
  }),
);

test(
  "the program plays at a strength of one's own: so many plies, or so many seconds, by a heuristic",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const strengths = [];
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => {
        const question = JSON.parse(payload);
        if (question.ask === "choose") strengths.push(question.level);
      });
    });
    await page.reload();
    await page.getByRole("combobox", { name: "white", exact: true }).selectOption("program: own strength…");
    const strength = page.getByRole("group", { name: "Strength of white" });
    const [plies, seconds] = ["plies", "seconds"].map((name) => strength.getByRole("spinbutton", { name }));
    const answered = (moves) => page.waitForFunction((count) => document.querySelectorAll(".line button").length === count, moves + 1);
    // Whoever says a time alone means no depth.
    await seconds.fill("0.3");
    await square(page, "f5").click();
    await answered(2);
    await seconds.fill("");
    await plies.fill("2");
    await strength.getByRole("combobox", { name: "by" }).selectOption("mobility");
    await page.locator(".square.open").first().click();
    await answered(4);
    assert.deepEqual(strengths, ["time=0.3,heuristic=discs", "depth=2,heuristic=mobility"]);

    await page.reload();
    await says(page, "Black to move.");
    assert.equal(await plies.inputValue(), "2");
    await plies.fill("-3");
    await page.locator(".square.open").first().click();
    await answered(6);
    assert.equal(await strength.locator("input:invalid").count(), 1, "it is shown to be wrong");
    assert.deepEqual(strengths.slice(2), ["depth=2,heuristic=mobility"], "the program goes on as before");
    await seat(page, "white", "easy");
    await says(page, "Black to move.");
  }),
);

test(
  "a click counts though the board is drawn anew while the button is down",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    await square(page, "f5").hover();
    await page.mouse.down();
    await page.evaluate(() => {
      for (const button of document.querySelectorAll("button")) if (button.textContent === "Values") button.click();
    });
    await page.locator(".worth .value", { hasText: /[0-9]/ }).first().waitFor();
    await page.mouse.up();
    await says(page, "Black played f5. White to move.");
  }),
);
