// The game tree is opened, folded and exported.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { picture, play, seat, withBrowser } from "./studio.mjs";

test(
  "the tree of a lost position of Filetto is explored",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/filetto.rules");
    const page = await open(address, { viewport: { width: 1100, height: 710 } });
    await seat(page, "x", "");
    await play(page, "b2", "a1", "c2", "c3", "b3");
    const tree = page.locator(".tree");
    const cards = tree.locator(".card");
    assert.equal(await cards.count(), 0, "it is closed at first");
    await tree.locator("summary").click();
    await cards.nth(4).waitFor();
    assert.equal(await tree.locator(".card .value").count(), 0);

    await tree.locator("select").selectOption("depth=4");
    await tree.locator(".card .value").nth(4).waitFor();
    assert.deepEqual(await tree.locator(".card .value").allTextContents(), Array(5).fill("loss"));
    assert.deepEqual(await tree.locator(".card strong").allTextContents(), ["now", "b1", "c1", "a2", "a3"]);
    assert.deepEqual(await tree.locator(".card.equivalent .note").allTextContents(), ["= b1", "= c1"]);
    assert.deepEqual(await tree.locator(".sign").allTextContents(), ["+", "−", "−", "−", "−"]);
    assert.equal(await tree.locator(".card.equivalent button").count(), 0, "an equivalent node is not followed");

    await tree.getByRole("button", { name: "Open b1" }).click();
    await cards.nth(7).waitFor();
    await tree.getByRole("button", { name: "Open c1", exact: true }).first().click();
    await cards.nth(9).waitFor();
    assert.equal(await tree.locator("li.principal").count(), 4);
    await tree.evaluate((panel) => panel.scrollIntoView());
    await picture(page, "tree");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      tree.getByRole("button", { name: "Export as SVG" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "Filetto tree.svg");
    assert.match(await readFile(await download.path(), "utf8"), /<svg[\s\S]*= b1[\s\S]*<\/svg>/);

    await tree.getByRole("button", { name: "Fold b1" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".tree .card").length === 5);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".tree .card strong").length === 6);
  }),
);
