// A second rule file beside the first.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { picture, seat, withBrowser } from "./studio.mjs";

const boards = (page) => page.locator(".compare figure");
const at = (board, name) => board.locator(`[data-square="${name}"]`);
const label = (board, name, text) => board.locator(`[data-square="${name}"][aria-label*="${text}"]`).waitFor();

test(
  "two boards follow a line, and no difference is found",
  withBrowser(async ({ start, open }) => {
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
  withBrowser(async ({ folder, start, open }) => {
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
    assert.equal(await page.locator(".line button").count(), 6, "the line is shown");
    assert.equal(await boards(page).nth(1).locator(".missing").isVisible(), false);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await picture(page, "compare");
  }),
);

test(
  "without a second rule file there is no panel",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    assert.equal(await page.locator(".compare").isVisible(), false);
  }),
);
