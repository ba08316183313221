// The book on the site: its pages and their links, and its examples that run.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { contents } from "../book/contents.mjs";
import { Links } from "../book/links.mjs";
import { parsed } from "../book/markdown.mjs";
import { rewrite, says, seat, site, square, withSite } from "./studio.mjs";

/** The address of a page of the book on the site that serves this game. */
const pageOf = (address, file) => new URL(`book/${file}`, address).href;

/** All pages of the book, by their files. */
const pages = () => readdirSync(join(site, "book"), { recursive: true }).filter((file) => file.endsWith(".html"));

/** Runs the last example of the page on which Domineering is written: the whole game. */
async function runDomineering(page) {
  await page.getByRole("button", { name: "Edit and run" }).last().click();
  await square(page, "a1").waitFor();
}

test(
  "every page of the book is there, without an error and without a request to others",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const [errors, asked] = [[], []];
    const page = await browse(pageOf(address, ""), {}, (page) => {
      page.on("request", (request) => asked.push(request.url()));
      page.on("console", (message) => errors.push(`${page.url()}: ${message.text()}`));
      page.on("requestfailed", (request) => errors.push(`${page.url()}: ${request.url()}`));
    });
    assert.ok(pages().length > 35, "all pages are there");
    for (const file of pages()) {
      await page.goto(pageOf(address, file));
      assert.equal(await page.locator("h1").count(), 1, file);
      assert.equal(await page.locator(".contents [aria-current=page]").count(), 1, file);
      const broken = await page.locator("img").evaluateAll((images) => images.filter((image) => image.complete && image.naturalWidth === 0).length);
      assert.equal(broken, 0, file);
    }
    const { origin } = new URL(address);
    assert.deepEqual(asked.filter((url) => !url.startsWith(origin) && !url.startsWith("data:")), []);
    assert.deepEqual(errors, []);
  }),
);

test(
  "no link of the book leads nowhere",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, ""));
    const games = new Set(JSON.parse(readFileSync(join(site, "games.json"), "utf8")).games.map(({ name }) => name));
    const [ids, links] = [new Map(), []];
    for (const file of pages()) {
      await page.goto(pageOf(address, file));
      ids.set(pageOf(address, file), new Set(await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id))));
      links.push(...(await page.locator("a[href]").evaluateAll((all) => all.map(({ href }) => href))));
    }
    assert.ok(links.length > 1000, "the links are found");
    const own = new URL("./", address).href;
    const isDead = (link) => {
      const { hash, href } = new URL(link);
      if (!href.startsWith(own)) return !href.startsWith("https://");
      const file = decodeURIComponent(href.slice(own.length).replace(/#.*/, "")).replace(/\/$|^$/, "$&index.html");
      if (!existsSync(join(site, file))) return true;
      if (file === "play.html") return !(hash.startsWith("#rules=") || games.has(new URLSearchParams(hash.slice(1)).get("game")));
      return hash !== "" && !(ids.get(own + file)?.has(hash.slice(1)) ?? false);
    };
    assert.deepEqual([...new Set(links)].filter(isDead), []);
  }),
);

test("a link to nowhere, and raw HTML, are errors that name the page", () => {
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const { pages } = contents("# Summary\n\n[One](one.md)\n\n# Part\n\n- [Two](part/two.md)\n");
  const [one, two] = pages;
  const links = new Links(root, pages, ["othello"]);
  assert.equal(links.address(one, "part/two.md"), "part/two.html");
  assert.equal(links.address(two, "../one.md#where"), "../index.html#where");
  assert.equal(links.address(two, "../../games/othello.rules"), "../../play.html#game=othello");
  assert.equal(links.address(two, "../../README.md"), "../files/README.md.txt");
  assert.throws(() => links.address(two, "three.md"), /docs\/part\/two\.md: the link three\.md leads nowhere/);
  assert.throws(() => links.address(two, "../../../other"), /two\.md: .* leads nowhere/);
  assert.throws(() => links.address(two, "javascript:alert(1)"), /two\.md: .* leads nowhere/);
  assert.throws(() => links.check(new Map([["one.md", new Set()]])), /docs\/part\/two\.md: the link \.\.\/one\.md#where leads nowhere/);
  assert.throws(() => parsed("one.md", "A <b>word</b>."), /docs\/one\.md: the book has no raw HTML: <b>/);
});

test(
  "the start page leads to the book, and the book back",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const loaded = [];
    const page = await browse(new URL("./", address).href, {}, (page) => page.on("request", (request) => loaded.push(request.url())));
    await page.getByRole("link", { name: /^Book/ }).waitFor();
    assert.deepEqual(loaded.filter((url) => /\/(book|example)\./.test(url)), [], "the start page does without the book's scripts");
    await page.getByRole("link", { name: /^Book/ }).click();
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "A game from an empty file" }).click();
    await page.getByRole("heading", { name: "A game from an empty file" }).waitFor();
    await page.getByRole("link", { name: "Next An opponent" }).click();
    await page.getByRole("heading", { name: "An opponent" }).waitFor();
    assert.deepEqual(loaded.filter((url) => /example\.|engine/.test(url)), [], "nobody has run an example yet");
    await page.getByRole("link", { name: "All games" }).click();
    await page.locator(".gallery li").first().waitFor();
  }),
);

test(
  "an example is edited, and its board follows",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/first-game.html"));
    await runDomineering(page);
    await says(page, "Vertical to move.");
    assert.equal(await page.locator(".square").count(), 16);
    await rewrite(page, "grid(4, 4)", "grid(5, 4)");
    await square(page, "e4").waitFor();
    await rewrite(page, "row(1..4)", "row(1..3)");
    await square(page, "a1").click();
    await says(page, /Horizontal played .* Vertical to move/);
    await page.getByRole("button", { name: "New game" }).click();
    await says(page, /^Vertical to move/);
  }),
);

test(
  "a broken example names its line, and goes on when it is mended",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/first-game.html"));
    await runDomineering(page);
    await rewrite(page, "init(control(vertical)).", "init(kontrol(vertical)).");
    const fault = page.locator(".faults .error").first();
    await fault.filter({ hasText: "kontrol" }).waitFor();
    assert.match(await fault.innerText(), /^line 12\b/);
    await page.getByText("These rules are not played by until they load.").waitFor();
    await rewrite(page, "init(kontrol(vertical)).", "init(control(vertical)).");
    await page.locator(".faults .error").first().waitFor({ state: "detached" });
    await square(page, "b1").click();
    await says(page, /Horizontal played .* Vertical to move/);
  }),
);

test(
  "a game of which parts are missing tells which, and is played once they are there",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/first-game.html"));
    await page.getByRole("button", { name: "Edit and run" }).first().click();
    await page.locator(".faults").getByText("there is no `legal/2`").waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    const rest = "legal(vertical, go). :- fluent gone. add(gone) :- does(vertical, go). terminal :- gone. goal(P, 50) :- role(P). legal(horizontal, wait).";
    await page.keyboard.insertText(rest);
    await says(page, /move at once/);
  }),
);

test(
  "an edited example is played in the studio",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/first-game.html"));
    await runDomineering(page);
    const link = page.locator(".running").getByRole("link", { name: "Play it" });
    const before = await link.getAttribute("href");
    await rewrite(page, 'game("Domineering")', 'game("Dominoes")');
    await page.waitForFunction(([before]) => document.querySelector(".running figcaption a").getAttribute("href") !== before, [before]);
    await link.click();
    await page.getByRole("heading", { name: "Dominoes" }).waitFor();
    await seat(page, "horizontal", "");
    await square(page, "b2").click();
    await says(page, "Vertical played b2. Horizontal to move.");
  }),
);

test(
  "an example is begun by the keyboard, and the focus stays with it",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/first-game.html"));
    await page.getByRole("button", { name: "Edit and run" }).last().focus();
    await page.keyboard.press("Enter");
    await square(page, "a1").waitFor();
    const tabbed = async (selector) => {
      for (let presses = 0; presses < 6; presses += 1) {
        if (await page.evaluate((selector) => document.activeElement.closest(`.running ${selector}`) !== null, selector)) return true;
        await page.keyboard.press("Tab");
      }
      return false;
    };
    assert.ok(await tabbed(".editor"), "the text is reached");
    assert.ok(await tabbed(".square"), "and then the board");
    await page.keyboard.press("Enter");
    await says(page, /Horizontal played .* Vertical to move/);
  }),
);

test(
  "an example that cannot be loaded says so, and runs when it is pressed again",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/first-game.html"));
    await page.route("**/first-game.json", (route) => route.abort());
    await page.getByRole("button", { name: "Edit and run" }).last().click();
    await page.getByRole("alert").filter({ hasText: "cannot be run here" }).waitFor();
    await page.unroute("**/first-game.json");
    await runDomineering(page);
  }),
);

test(
  "one example runs at a time, and the others keep their texts",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/first-game.html"));
    await runDomineering(page);
    await rewrite(page, "grid(4, 4)", "grid(5, 4)");
    await square(page, "e4").waitFor();
    await page.getByRole("button", { name: "Edit and run" }).last().click();
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    assert.equal(await page.locator(".square").count(), 0);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await square(page, "e4").waitFor();
  }),
);

test(
  "rules that are no game are edited and asked",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "reference/language.html"));
    await page.getByRole("button", { name: "Edit and run" }).first().click();
    const answers = page.locator(".answers .answer");
    await answers.filter({ hasText: /rhea\s*athena/ }).waitFor();
    await rewrite(page, "parent(zeus, athena)", "parent(zeus, ares)");
    await answers.filter({ hasText: /rhea\s*ares/ }).waitFor();
    await page.getByRole("textbox", { name: "Goal" }).fill("parent(X, ares)");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await answers.filter({ hasText: "zeus" }).waitFor();
  }),
);

test(
  "a question of the book is asked again, and another one",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(pageOf(address, "tutorial/reasons.html"));
    await page.getByRole("button", { name: "Ask it" }).first().click();
    const answer = page.locator(".answers .answer").first();
    await answer.filter({ hasText: "vertical" }).waitFor();
    await page.getByRole("combobox", { name: "Goals of this block" }).selectOption("fits(horizontal, X, 2)");
    await page.locator(".answers th", { hasText: "P" }).waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: "Goal" }).fill("control(P)");
    await page.getByRole("textbox", { name: "Goal" }).press("Enter");
    await answer.filter({ hasText: "vertical" }).waitFor();
  }),
);

test(
  "the book is read and an example run on a phone",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const page = await browse(pageOf(address, "index.html"), phone);
    const contents = page.getByRole("navigation", { name: "Contents" });
    const link = contents.getByRole("link", { name: "A game from an empty file" });
    await link.waitFor({ state: "hidden" });
    await contents.getByText("Contents").click();
    await link.click();
    await runDomineering(page);
    await square(page, "c1").tap();
    await says(page, /Horizontal played .* Vertical to move/);
    for (const file of pages()) {
      await page.goto(pageOf(address, file));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${file} is ${width} wide`);
    }
  }),
);

test(
  "the playground is a small game with its rules",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(new URL("./", address).href);
    await page.getByRole("link", { name: /^Playground/ }).click();
    await page.getByRole("heading", { name: "Playground" }).waitFor();
    await rewrite(page, 'game("Playground")', 'game("Mine")');
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await square(page, "b2").click();
    await says(page, /Black played b2|White is thinking|White played/);
  }),
);
