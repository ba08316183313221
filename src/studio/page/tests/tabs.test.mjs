// Several tabs, each with its own game; and a server that stops.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { picture, pictureOfAll, rewrite, says, seat, square, withBrowser, withProgram } from "./studio.mjs";

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
