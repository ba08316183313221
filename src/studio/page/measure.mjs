// How long a person waits: `npm run measure [PROGRAM]` prints, for some games, medians of the time from the command
// to the first board on the screen, and from a click to the answer of level normal, in milliseconds: from a click at
// once, while the game is still being compiled, and from later ones.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const GAMES = ["othello", "dama", "connect-four", "chess"];
const STARTS = 7;
const MOVES = 9;
/** After so long every game has been compiled, in milliseconds. */
const COMPILED = 8000;

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
    const child = spawn(program, ["studio", `games/${game}.rules`, "--no-open"], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const address = await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
    await page.goto(address.trim());
    await page.locator(".square").first().waitFor();
    boards.push(performance.now() - before);
    if (run + 1 === STARTS) answers.push(...(await answered(page, MOVES, COMPILED)));
    else first.push(...(await answered(page, 1, 0)));
    await page.close();
    child.kill("SIGKILL");
  }
  console.log(`${game}: board ${told(boards)}, first answer ${told(first)}, answer ${told(answers)}`);
}
await browser.close();

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
