// A studio and a browser for the tests: the program in a folder of its own with a copy of the games, and Chromium.
// With REGOLA_SITE, the folder of a built site, its page without a program behind it is tested instead.
//
// REGOLA is the program, REGOLA_CHROMIUM the browser; with REGOLA_SCREENSHOTS set, pictures for the documentation are taken.
// REGOLA_ASSETS is a folder with a page that was built after the program, and takes the place of the one in it.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, errors } from "playwright-core";
import { serve } from "./files.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = process.env.REGOLA ?? join(root, "target/debug/regola");

const assets = process.env.REGOLA_ASSETS;

/** The folder of the site; null if the program is tested. */
export const site = process.env.REGOLA_SITE ?? null;

/** The first one has no windows at all, and takes half as long. */
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

/** One for all tests. */
const browser = await chromium.launch({
  executablePath: process.env.REGOLA_CHROMIUM ?? installed,
  args: ["--no-sandbox", "--disable-gpu"],
});
after(() => browser.close());

/** Runs a test with windows and whatever it starts; all of it is ended afterwards. If something did not come in time, it tells what the windows showed. */
export function withBrowser(test) {
  return async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "regola-studio-"));
    cpSync(join(root, "games"), join(folder, "games"), { recursive: true });
    const studios = [];
    try {
      await test({
        context,
        folder,
        start: async (rules, ...options) => {
          const studio = await start(folder, rules, options);
          studios.push(studio);
          return studio;
        },
        open,
        browse,
      });
    } catch (fault) {
      if (fault instanceof errors.TimeoutError) context.diagnostic(await shown());
      throw fault;
    } finally {
      for (const context of browser.contexts()) await context.close();
      for (const studio of studios) await studio.stop();
      rmSync(folder, { recursive: true });
    }
  };
}

/** The addresses and texts of all windows. */
async function shown() {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const texts = pages.map(async (page) => `${page.url()}\n${await page.evaluate(() => document.body.innerText).catch(String)}`);
  return (await Promise.all(texts)).join("\n");
}

/** A test of what only the program has: files on the disk, a connection that can break, its arguments. */
export function withProgram(test) {
  const run = withBrowser(test);
  return (context) => (site === null ? run(context) : context.skip("it needs the program"));
}

/** A test of what only the site has. */
export function withSite(test) {
  const run = withBrowser(test);
  return (context) => (site === null ? context.skip("there is no site") : run(context));
}

/** Serves a game, or a folder of the program: by `regola studio`, whose address is the first line that it prints, or as a page of the site. */
async function start(folder, rules, options) {
  if (site !== null) {
    const { address, stop } = await serve(site);
    return { address: `${address}play.html#game=${rules.replace(/^games\/|\.rules$/g, "")}`, stop };
  }
  const child = spawn(program, ["studio", rules, "--no-open", ...options], {
    cwd: folder,
    // What it remembers of its user is this folder's too.
    env: { ...process.env, XDG_DATA_HOME: join(folder, ".data") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("error", reject);
    child.once("exit", () => reject(new Error("the studio ended at once")));
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { address: address.trim(), stop };
}

/** A page of its own, as in a new window; what goes wrong in it fails the test. */
async function open(address, options = {}, prepare = async () => undefined) {
  const page = await browse(address, options, prepare);
  await page.locator(".square, .position, .trouble:not([hidden])").first().waitFor();
  // The rules come after the board.
  if ((await page.locator(".cm-content").count()) > 0) await page.locator(".cm-line", { hasText: /./ }).first().waitFor();
  return page;
}

/** The same for any page. */
async function browse(address, options = {}, prepare = async () => undefined) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 710 }, reducedMotion: "reduce", ...options });
  // A machine may have much else to do.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  if (assets !== undefined) {
    for (const name of ["studio.js", "studio.css", "gallery.js", "gallery.css"]) await page.route(`**/${name}`, (route) => route.fulfill({ path: resolve(assets, name) }));
  }
  await prepare(page);
  await page.goto(address);
  return page;
}

/** A square of the board. */
export function square(page, name) {
  return page.locator(`[data-square="${name}"]`);
}

/** Plays moves by clicks, each a text of squares with spaces between; the next begins when the last stands in the list. */
export async function play(page, ...moves) {
  for (const move of moves) {
    const plies = await page.locator(".line button").count();
    for (const name of move.split(" ")) await square(page, name).click();
    await page.waitForFunction((count) => document.querySelectorAll(".line button").length > count, plies);
  }
}

/** Who plays a role: a level, or "" for a person. */
export async function seat(page, role, player) {
  await page.locator(`.players select[name="${role}"]`).selectOption(player);
}

/** Waits until the line above the board says this. */
export async function says(page, words) {
  await page.locator(".status .words", { hasText: words }).waitFor();
}

/** Replaces a part of the text in the editor, as somebody would who types it. */
export async function rewrite(page, before, after) {
  const line = page.locator(".cm-line", { hasText: before }).first();
  await line.scrollIntoViewIfNeeded();
  const text = await line.innerText();
  await line.click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.insertText(text.replace(before, after));
}

const wantsPictures = process.env.REGOLA_SCREENSHOTS !== undefined;

/** Takes a picture for the documentation, if pictures are wanted. */
export async function picture(page, name, height) {
  if (wantsPictures) keep(name, await shot(page, height));
}

/** Takes one picture of several pages side by side. */
export async function pictureOfAll(pages, name, height) {
  if (!wantsPictures) return;
  const shots = [];
  for (const page of pages) shots.push((await shot(page, height)).toString("base64"));
  const sheet = await pages[0].context().newPage();
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`);
  await sheet.setContent(`<div style="display: inline-flex; gap: 16px; background: #b9b7b0">${images.join("")}</div>`);
  keep(name, await sheet.locator("div").screenshot());
  await sheet.close();
}

async function shot(page, height = page.viewportSize().height) {
  await page.mouse.move(0, 0);
  const clip = { x: 0, y: 0, width: page.viewportSize().width, height };
  return page.screenshot({ animations: "disabled", clip });
}

function keep(name, image) {
  const pictures = join(root, "docs/studio");
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), image);
}
