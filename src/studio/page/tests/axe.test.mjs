// What axe-core, a collection of rules for pages that everybody can use, finds: nothing.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { rewrite, square, withBrowser, withProgram, withSite } from "./studio.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Asserts that axe-core finds nothing on a page as it is. */
async function assertPasses(page, what) {
  // The page's own policy forbids other scripts, but not those of the test.
  const violations = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).slice(0, 4).join(", ")})`);
  });
  assert.deepEqual(violations, [], what);
}

const schemes = ["light", "dark"];

test(
  "playing, editing and exploring the tree pass axe-core, light and dark",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    for (const colorScheme of schemes) {
      const page = await open(address, { colorScheme, bypassCSP: true }, (page) => page.addInitScript({ path: axe }));
      await assertPasses(page, `play, ${colorScheme}`);
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".square.hint").waitFor();
      await page.getByRole("button", { name: "Values" }).click();
      await page.locator(".worth .value", { hasText: /[0-9]/ }).first().waitFor();
      await page.getByRole("button", { name: "Why?" }).click();
      await square(page, "a1").click();
      await page.getByRole("heading", { name: "Why a1 is not legal" }).waitFor();
      await assertPasses(page, `hint, values and reason, ${colorScheme}`);
      await rewrite(page, "init(control(black))", "init(kontrol(black))");
      await page.locator(".faults .error").first().waitFor();
      await assertPasses(page, `edit, ${colorScheme}`);
    }
  }),
);

test(
  "a match passes axe-core while it is played and afterwards, light and dark",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    for (const colorScheme of schemes) {
      const page = await open(address, { colorScheme, bypassCSP: true }, (page) => page.addInitScript({ path: axe }));
      await page.getByText("Play a match").click();
      const panel = page.locator(".match");
      await panel.getByRole("combobox", { name: "First player" }).selectOption("…");
      await panel.getByLabel("games", { exact: true }).fill("1000");
      await panel.getByRole("button", { name: "Play", exact: true }).click();
      await panel.locator(".games li").nth(20).waitFor();
      await assertPasses(page, `a match, ${colorScheme}`);
      await panel.getByRole("button", { name: "Stop" }).click();
      await panel.getByText("was stopped.").waitFor();
      await assertPasses(page, `the end of a match, ${colorScheme}`);
    }
  }),
);

test(
  "the clock, the bar and the rules in words pass axe-core, light and dark",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    for (const colorScheme of schemes) {
      const prepare = async (page) => {
        await page.clock.install();
        await page.addInitScript({ path: axe });
      };
      const page = await open(address, { colorScheme, bypassCSP: true }, prepare);
      await page.getByRole("button", { name: "Bar" }).click();
      await page.locator("details", { hasText: "How it is played" }).locator("summary").click();
      await page.getByText("Who has more discs in the end has won.").waitFor();
      await page.locator(".evaluation:not(.stale) p").waitFor();
      await page.getByRole("combobox", { name: "Clock" }).selectOption("…");
      await assertPasses(page, `all time, ${colorScheme}`);
      await page.clock.fastForward(295_000);
      await page.locator(".clocks .low").waitFor();
      await assertPasses(page, `short time, ${colorScheme}`);
      await page.clock.fastForward(10_000);
      await page.locator(".words", { hasText: "Black has lost on time" }).waitFor();
      await assertPasses(page, `no time, ${colorScheme}`);
    }
  }),
);

test(
  "a position that is set up, threats and the tabs of files pass axe-core, light and dark",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    for (const colorScheme of schemes) {
      const page = await open(address, { colorScheme, bypassCSP: true }, (page) => page.addInitScript({ path: axe }));
      for (const [from, to] of [["9", "13"], ["22", "18"]]) {
        await square(page, from).click();
        await square(page, to).click();
      }
      await page.getByRole("button", { name: "Threats" }).click();
      await page.getByText("Set up a position").click();
      await page.getByRole("radio", { name: "white king" }).check();
      await page.getByRole("tab", { name: "dama-play.rules" }).click();
      await page.getByRole("tab", { name: "dama-play.rules", selected: true }).waitFor();
      await assertPasses(page, colorScheme);
    }
  }),
);

test(
  "session tests pass axe-core, light and dark",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    for (const colorScheme of schemes) {
      const page = await open(address, { colorScheme, bypassCSP: true }, (page) => page.addInitScript({ path: axe }));
      const panel = page.locator(".sessions");
      await panel.locator("summary").click();
      await panel.getByRole("button", { name: "Run" }).click();
      await panel.locator("ins").first().waitFor();
      await assertPasses(page, `new headings, ${colorScheme}`);
    }
  }),
);

test(
  "the tree passes axe-core",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/filetto.rules");
    const page = await open(address, { bypassCSP: true }, (page) => page.addInitScript({ path: axe }));
    await page.locator(".tree summary").click();
    await page.locator(".tree .card").nth(4).waitFor();
    await assertPasses(page, "tree");
  }),
);

test(
  "the gallery of a folder and saving under another name pass axe-core, light and dark",
  withProgram(async ({ folder, start, open, browse }) => {
    writeFileSync(join(folder, "games/broken.rules"), ':- game("A broken game").\nrole(x\n');
    const { address } = await start("games");
    const { origin, search } = new URL(address);
    for (const colorScheme of schemes) {
      const options = { colorScheme, bypassCSP: true };
      const prepare = (page) => page.addInitScript({ path: axe });
      const page = await browse(address, options, prepare);
      await page.locator("#games .fault").waitFor();
      await page.locator("#games img").first().waitFor();
      await page.locator("#copies summary").click();
      await page.getByLabel("Open a rule file").setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("") });
      await page.getByRole("alert").filter({ hasText: "notes.txt is no rule file" }).waitFor();
      await assertPasses(page, `gallery, ${colorScheme}`);
      const game = await open(`${origin}/${search}&game=nim.rules`, options, prepare);
      await game.getByRole("button", { name: "Save as" }).click();
      await assertPasses(game, `save as, ${colorScheme}`);
    }
  }),
);

test(
  "the start page passes axe-core",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    for (const colorScheme of schemes) {
      const page = await browse(new URL("./", address).href, { colorScheme, bypassCSP: true }, (page) => page.addInitScript({ path: axe }));
      await page.locator(".gallery li").first().waitFor();
      await page.locator("#new option").first().waitFor({ state: "attached" });
      await assertPasses(page, `start, ${colorScheme}`);
    }
  }),
);

test(
  "the book passes axe-core, light and dark, also while an example runs",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    for (const colorScheme of schemes) {
      const open = (file) => browse(new URL(`book/${file}`, address).href, { colorScheme, bypassCSP: true }, (page) => page.addInitScript({ path: axe }));
      const text = await open("reference/language.html");
      await assertPasses(text, `a page of text, ${colorScheme}`);
      await text.getByRole("button", { name: "Edit and run" }).first().click();
      await text.locator(".answers .answer").first().waitFor();
      await assertPasses(text, `a question, ${colorScheme}`);
      const game = await open("tutorial/first-game.html");
      await game.getByRole("button", { name: "Edit and run" }).last().click();
      await game.locator(".square").first().waitFor();
      await assertPasses(game, `a game, ${colorScheme}`);
      await rewrite(game, "init(control(vertical))", "init(kontrol(vertical))");
      await game.locator(".faults .error").first().waitFor();
      await assertPasses(game, `a faulty text, ${colorScheme}`);
    }
  }),
);
