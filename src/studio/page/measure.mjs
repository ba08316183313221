// How long a person waits: `npm run measure [PROGRAM]` prints, for some games, medians of the time from the command
// to the first board on the screen, and from a click to the answer of level normal, in milliseconds: from a click at
// once, while the game is still being compiled, and from later ones.
//
// With REGOLA_SITE, the folder of a built site, the same for its page, from opening it; then the size of what a visitor
// loads, and the plies of random games of Othello a second in a Monte-Carlo tree search of one worker.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { Desk } from "./desk.mjs";
import { serve } from "./tests/files.mjs";

const GAMES = ["othello", "dama", "connect-four", "chess"];
const STARTS = 7;
const MOVES = 9;
/** After so long every game has been compiled, in milliseconds. */
const COMPILED = 8000;

const site = process.env.REGOLA_SITE;
const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.argv[2] ?? "target/release/regola";
const browser = await chromium.launch({
  executablePath: process.env.REGOLA_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

for (const game of GAMES) {
  const [boards, first, answers] = [[], [], []];
  for (let run = 0; run < STARTS; run += 1) {
    const page = await browser.newPage();
    const before = performance.now();
    const { address, stop } = site === undefined ? await start(game) : await serve(site);
    await page.goto(site === undefined ? address : `${address}play.html#game=${game}`);
    await page.locator(".square").first().waitFor();
    boards.push(performance.now() - before);
    if (run + 1 === STARTS) answers.push(...(await answered(page, MOVES, COMPILED)));
    else first.push(...(await answered(page, 1, 0)));
    await page.close();
    await stop();
  }
  console.log(`${game}: board ${told(boards)}, first answer ${told(first)}, answer ${told(answers)}`);
}
await browser.close();
if (site !== undefined) {
  console.log(sizes(site));
  console.log(await randomGames(site));
}

/** Starts the program. */
async function start(game) {
  const child = spawn(program, ["studio", `games/${game}.rules`, "--no-open"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  return { address: address.trim(), stop: () => child.kill("SIGKILL") };
}

/** What a visitor of each page loads, in kilobytes: for the studio and an example, until the first board stands. */
function sizes(folder) {
  const board = ["worker.js", "games.json", "engine.wasm"];
  return [
    size("start page", folder, ["index.html", "start.js", "start.css", "games.json"]),
    size("studio", folder, ["play.html", "play.js", "studio.css", ...board]),
    size("first page of the tutorial", folder, ["book/tutorial/first-game.html", "book.js", "book.css"]),
    size("examples there", folder, ["book/tutorial/first-game.json", "example.js", "example.css", ...board]),
  ].join("\n");
}

function size(what, folder, names) {
  const files = names.map((name) => readFileSync(join(folder, name)));
  const sum = (bytes) => (bytes.reduce((all, each) => all + each.length, 0) / 1000).toFixed(0);
  const [gzip, brotli] = [files.map((file) => gzipSync(file, { level: 9 })), files.map((file) => brotliCompressSync(file))];
  return `size of the ${what}: ${sum(files)} kB, by gzip ${sum(gzip)}, by brotli ${sum(brotli)}`;
}

async function randomGames(folder) {
  const names = readdirSync(join(root, "games")).filter((name) => name.endsWith(".rules"));
  const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(root, "games", name), "utf8")]));
  const module = await WebAssembly.compile(readFileSync(join(folder, "engine.wasm")));
  const desk = await Desk.open(module, { path: "othello.rules", texts, seed: 1 });
  desk.ask("open");
  const rates = [];
  for (let run = 0; run < 5; run += 1) {
    const { nodes, milliseconds } = desk.ask("choose", { level: "strategy=mcts,time=2" });
    rates.push((nodes * 1000) / milliseconds);
  }
  return `random games of Othello: ${rates.toSorted((a, b) => a - b)[2].toFixed(0)} plies a second`;
}

/** The times from a move of the first role to the move of the other one, for so many moves after a pause. */
async function answered(page, moves, pause) {
  const role = await page.locator(".players select[name]").nth(1).getAttribute("name");
  await page.locator(`.players select[name="${role}"]`).selectOption("normal");
  await page.waitForTimeout(pause);
  const times = [];
  for (let move = 0; move < moves; move += 1) {
    await page.locator(".moves button:enabled, .status.over").first().waitFor({ state: "attached" });
    if (await page.locator(".status.over").isVisible()) break;
    times.push(
      await page.evaluate(async () => {
        const played = () => document.querySelectorAll(".line button").length;
        const [before, start] = [played(), performance.now()];
        document.querySelector(".moves button:enabled").click();
        while (played() < before + 2 && !document.querySelector(".status.over")) await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - start;
      }),
    );
  }
  return times;
}

function told(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[sorted.length >> 1].toFixed(0)} ms (at most ${sorted.at(-1).toFixed(0)})`;
}
