// Several tabs, each with its own game; and a server that stops.

import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { picture, pictureOfAll, play, rewrite, says, seat, square, withBrowser, withProgram } from "./studio.mjs";

test(
  "two tabs have their own games",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const narrow = { viewport: { width: 540, height: 640 } };
    const [one, other] = [await open(address, narrow), await open(address, narrow)];
    await seat(one, "white", "");
    await seat(other, "white", "");
    await square(one, "f5").click();
    await says(one, "Black played f5. White to move.");
    await square(other, "d3").click();
    await says(other, "Black played d3. White to move.");
    await square(one, "d6").click();
    await says(one, "White played d6. Black to move.");
    assert.equal(await other.locator(".line button").count(), 2);
    await pictureOfAll([one, other], "tabs");
  }),
);

test(
  "a tab that is loaded anew takes its game up again",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    await square(page, "f5").click();
    await says(page, "White to move.");
    // Typed at the last moment: it is not played by yet.
    await rewrite(page, 'game("Othello")', 'game("Reversi")');
    await page.reload();
    await says(page, "Black played f5. White to move.");
    await page.getByRole("heading", { name: "Reversi", exact: true }).waitFor();
  }),
);

test(
  "a tab begins with a recorded game, and keeps its own place in it",
  withProgram(async ({ folder, start, open }) => {
    writeFileSync(join(folder, "games.pgn"), "1. f5 d6 2. c3 *\n");
    const { address } = await start("games/othello.rules", "--from-record", "games.pgn@2");
    const page = await open(address);
    await says(page, "White played d6. Black to move.");
    assert.equal(await page.locator(".line button").count(), 4);
    await page.locator(".line button").nth(1).click();
    await says(page, "Black played f5. White to move.");
    await page.reload();
    await says(page, "Black played f5. White to move.");
    assert.equal(await page.locator(".line button").count(), 4);
  }),
);

test(
  "a line is kept where one has gone back in it, also while the rules are broken",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "easy");
    for (const plies of [2, 4]) {
      await page.locator(".square.open").first().click();
      await page.waitForFunction((count) => document.querySelectorAll(".line button").length === count + 1, plies);
    }
    const line = await page.locator(".line").innerText();
    await page.locator(".line button").nth(1).click();
    await page.getByRole("button", { name: "Let white play" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Let white play" }).waitFor();
    assert.equal(await page.locator(".line").innerText(), line);

    await rewrite(page, 'game("Othello")', 'game("Othello"');
    await page.locator(".faults .error").first().waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".unsaved", { hasText: "not saved" }).waitFor({ state: "hidden" });
    await page.reload();
    await says(page, "There is no game yet.");
    await rewrite(page, 'game("Othello"', 'game("Reversi")');
    await page.getByRole("heading", { name: "Reversi", exact: true }).waitFor();
    assert.equal(await page.locator(".line").innerText(), line);
  }),
);

test(
  "a connection that breaks is made again, with the game as it was",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const sockets = [];
    const page = await open(address, {}, (page) =>
      page.routeWebSocket(/talk/, (socket) => {
        socket.connectToServer();
        sockets.push(socket);
      }),
    );
    await seat(page, "white", "");
    await square(page, "f5").click();
    await says(page, "White to move.");
    await sockets[0].close();
    await page.getByRole("alert").filter({ hasText: "The server has stopped." }).waitFor();
    await page.getByRole("alert").waitFor({ state: "hidden" });
    await says(page, "Black played f5. White to move.");
    await square(page, "d6").click();
    await says(page, "White played d6. Black to move.");
    assert.equal(sockets.length, 2);
  }),
);

test(
  "a server that is killed is told of",
  withProgram(async ({ start, open }) => {
    const studio = await start("games/othello.rules");
    const page = await open(studio.address);
    await seat(page, "white", "");
    await square(page, "d3").click();
    await says(page, "White to move.");
    assert.equal(await page.getByRole("alert").count(), 0);
    await studio.stop();
    await page.getByRole("alert").filter({ hasText: "The server has stopped." }).waitFor();
    await picture(page, "stopped", 560);
    await square(page, "c3").click();
    await page.getByRole("alert").filter({ hasText: "The server has stopped." }).waitFor();
  }),
);

test(
  "a server that is started again with the same port and token is found by the tab, which goes on",
  withProgram(async ({ start, open }) => {
    const first = await start("games/othello.rules", "--port", "0", "--token-file", "token");
    const page = await open(first.address);
    await seat(page, "white", "");
    await square(page, "f5").click();
    await rewrite(page, ':- game("Othello")', ':- game("Reversi")');
    await page.getByRole("heading", { name: "Reversi" }).waitFor();
    await first.stop();
    await page.getByRole("alert").filter({ hasText: "The server has stopped." }).waitFor();
    const second = await start("games/othello.rules", "--port", new URL(first.address).port, "--token-file", "token");
    assert.equal(second.address, first.address);
    await page.getByRole("alert").waitFor({ state: "hidden" });
    await says(page, "Black played f5. White to move.");
    await page.getByRole("heading", { name: "Reversi" }).waitFor();
    await page.getByText("not saved").waitFor();
    await square(page, "d6").click();
    await says(page, "White played d6. Black to move.");
  }),
);

test(
  "a tab that is one too many is told so, and begins when another one is closed",
  withProgram(async ({ start, open, browse }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    // The other places are taken by sockets without a page.
    await page.evaluate(async () => {
      const token = new URLSearchParams(location.search).get("token");
      const opened = Array.from({ length: 31 }, () => {
        const socket = new WebSocket(`ws://${location.host}/talk?token=${token}`);
        return new Promise((resolve) => socket.addEventListener("open", () => resolve(socket)));
      });
      window.sockets = await Promise.all(opened);
    });
    const late = await browse(address);
    await late.getByRole("alert").filter({ hasText: "Too many tabs of this studio are open." }).waitFor();
    // It tries again more and more rarely.
    await late.getByRole("alert").filter({ hasText: "in 3 s" }).waitFor();
    await page.evaluate(() => window.sockets[0].close());
    await says(late, "X to move.");
    await late.getByRole("alert").waitFor({ state: "hidden" });
  }),
);

test(
  "a text that is too long is refused, and the connection stays",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await page.locator(".cm-line").first().click();
    await page.keyboard.insertText(`% ${"long ".repeat(220_000)}\n`);
    await page.getByText("more than a megabyte").waitFor();
    assert.equal(await page.locator(".banner").isVisible(), false);
    await page.keyboard.press("Control+z");
    await square(page, "b2").click();
    await page.locator(".line button", { hasText: "b2" }).waitFor();
  }),
);

test(
  "unsaved rules of another game that had the same address can be saved or forgotten",
  withProgram(async ({ folder, start, open }) => {
    cpSync(join(folder, "games/tictactoe.rules"), join(folder, "other/othello.rules"));
    const first = await start("games/othello.rules", "--port", "0", "--token-file", "token");
    const page = await open(first.address);
    await seat(page, "white", "");
    await play(page, "f5");
    await rewrite(page, ':- game("Othello")', ':- game("Reversi")');
    await page.getByRole("heading", { name: "Reversi" }).waitFor();
    await first.stop();
    await start("other/othello.rules", "--port", new URL(first.address).port, "--token-file", "token");
    await page.getByRole("heading", { name: "Tic-tac-toe" }).waitFor();
    const strays = page.getByLabel("Rules of another game");
    await strays.getByText("games/othello.rules has changes that are not saved").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), strays.getByRole("button", { name: "Save a copy" }).click()]);
    assert.match(readFileSync(await download.path(), "utf8"), /:- game\("Reversi"\)/);
    await strays.getByRole("button", { name: "Forget them" }).click();
    await strays.waitFor({ state: "hidden" });
    await page.getByText("f5 cannot be played by these rules").waitFor();
    await play(page, "b2");
    assert.equal(await page.getByText("f5 cannot be played by these rules").count(), 0);
  }),
);
