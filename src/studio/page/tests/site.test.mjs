// The site: pages without a program behind them, whose desks are in web workers.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rewrite, says, seat, square, withSite } from "./studio.mjs";

/** The start page of the site that serves this game. */
const startOf = (address) => new URL("./", address).href;

test(
  "the gallery shows all games, and leads to each",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(startOf(address));
    const cards = page.locator(".gallery li");
    assert.ok((await cards.count()) >= 30, "all shipped games are there");
    const broken = await page.locator(".gallery img").evaluateAll(async (images) => {
      for (const image of images) image.loading = "eager";
      await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
      return images.filter((image) => image.naturalWidth === 0).map((image) => image.src);
    });
    assert.deepEqual(broken, []);
    await cards.filter({ hasText: "Breakthrough" }).getByRole("link").click();
    await says(page, "White to move.");
    await page.getByRole("link", { name: "All games" }).click();
    await cards.first().waitFor();
  }),
);

test(
  "a game begun from a template is changed, saved in the browser and found again",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(startOf(address));
    await page.getByRole("textbox", { name: "Name" }).fill("Corners");
    await page.getByRole("combobox", { name: "like" }).selectOption("placing");
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("heading", { name: "Corners" }).waitFor();
    await rewrite(page, 'game("Corners")', 'game("Edges")');
    await page.getByRole("heading", { name: "Edges" }).waitFor();
    await page.getByText("not saved").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("not saved").waitFor({ state: "hidden" });
    await page.goto(startOf(address));
    await page.locator("#own").getByRole("link", { name: "Corners.rules" }).click();
    await page.getByRole("heading", { name: "Edges" }).waitFor();
    await page.goto(startOf(address));
    await page.getByRole("button", { name: "Delete Corners.rules" }).click();
    await page.getByRole("link", { name: "Corners.rules" }).waitFor({ state: "detached" });
  }),
);

test(
  "a rule file is opened from the disk",
  withSite(async ({ folder, start, browse }) => {
    const { address } = await start("games/othello.rules");
    const file = join(folder, "nim.rules");
    const puzzle = readFileSync(new URL("../../../cli/new/puzzle.rules", import.meta.url), "utf8");
    writeFileSync(file, puzzle.replaceAll("NAME", "Two"));
    const page = await browse(startOf(address));
    await page.getByLabel("Open a rule file").setInputFiles(file);
    await page.getByRole("heading", { name: "Two" }).waitFor();
    // The site has a game of this name already.
    assert.match(page.url(), /nim-2/);
  }),
);

test(
  "the address leads to the position, and a link brings changed rules along",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address, { permissions: ["clipboard-read", "clipboard-write"] });
    await seat(page, "white", "");
    await square(page, "f5").click();
    await says(page, "White to move.");
    const plain = await open(page.url());
    await says(plain, "Black played f5. White to move.");

    await rewrite(page, ':- game("Othello")', ':- game("Reversi")');
    await page.getByRole("heading", { name: "Reversi" }).waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Link copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open(link);
    await other.getByRole("heading", { name: "Reversi" }).waitFor();
    await says(other, "Black played f5. White to move.");
  }),
);

test(
  "a changed game is saved under another name, and found among the recently used",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await seat(page, "o", "");
    await square(page, "b2").click();
    await says(page, "O to move.");
    await rewrite(page, 'game("Tic-tac-toe")', 'game("Ours")');
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await page.getByRole("button", { name: "Save as" }).click();
    await page.getByRole("textbox", { name: "Name of the new file" }).fill("our game");
    await page.keyboard.press("Enter");
    await page.waitForURL(/our-game/);
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await says(page, "X played b2. O to move.");
    await page.goto(startOf(address));
    const recent = page.locator("#recent");
    await recent.getByRole("link").first().waitFor();
    assert.deepEqual(await recent.getByRole("link").allTextContents(), ["our-game.rules", "Tic-tac-toe"]);
    await recent.getByRole("link", { name: "Tic-tac-toe" }).click();
    await page.getByRole("heading", { name: "Tic-tac-toe" }).waitFor();
  }),
);

test(
  "two files that came by a link are saved one after the other, and both are kept",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address, { permissions: ["clipboard-read", "clipboard-write"] });
    await rewrite(page, 'game("Othello")', 'game("Linked")');
    await page.getByRole("heading", { name: "Linked" }).waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Link copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await open(link);
    await other.getByRole("heading", { name: "Linked" }).waitFor();
    const show = (name) => other.getByRole("tab", { name }).click();
    const save = async (before, after) => {
      await rewrite(other, before, after);
      await other.getByText("not saved").waitFor();
      await other.getByRole("button", { name: "Save", exact: true }).click();
      await other.getByText("not saved").waitFor({ state: "hidden" });
    };
    await show("othello-play.rules");
    await save("% How Othello is played", "% The first");
    await show("othello.rules");
    await save("% Othello:", "% The second:");
    const kept = await other.evaluate(() => JSON.parse(localStorage.getItem("regola.files")));
    assert.match(kept["linked/othello-play.rules"], /^% The first/);
    assert.match(kept["linked/othello.rules"], /^% The second:/);
  }),
);

test(
  "a rule file is dropped on the start page",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    const page = await browse(startOf(address));
    await page.locator("#new option").first().waitFor({ state: "attached" });
    const puzzle = readFileSync(new URL("../../../cli/new/puzzle.rules", import.meta.url), "utf8");
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.rules"));
      return transfer;
    }, puzzle.replaceAll("NAME", "Dropped"));
    await page.dispatchEvent("main", "drop", { dataTransfer: data });
    await page.getByRole("heading", { name: "Dropped" }).waitFor();
  }),
);

test(
  "a link that leads nowhere is told of",
  withSite(async ({ start, browse }) => {
    const { address } = await start("games/othello.rules");
    for (const fragment of ["#game=nothing", "#rules=%%%", "#rules=AAAA", "#", "#rules=eJyrVkrLz1eyUkpKLFKqBQAdegQ0"]) {
      const page = await browse(new URL(`play.html${fragment}`, address).href);
      await page.getByRole("alert").filter({ hasText: "leads to no game" }).waitFor();
    }
  }),
);

test(
  "rules without an end are stopped, and the page goes on",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await seat(page, "o", "");
    const goal = page.getByRole("textbox", { name: "Goal" });
    // It loops; it grows; it goes deep.
    for (const endless of ["repeat, fail", "length(L, N), N > 100000000", "between(1, 100000000, N), N < 0"]) {
      await goal.fill(endless);
      await goal.press("Enter");
      await page.locator(".answers .fault").waitFor();
      await goal.fill("role(x)");
      await goal.press("Enter");
      await page.locator(".answers .answer, .answers .told:not(.fault):not(:empty)").first().waitFor();
    }
    await square(page, "b2").click();
    await says(page, "O to move.");
  }),
);

test(
  "a search is ended at once when the game goes on",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await page.getByRole("combobox", { name: "white", exact: true }).selectOption("program: own strength…");
    await page.getByRole("group", { name: "Strength of white" }).getByRole("spinbutton", { name: "seconds" }).fill("60");
    await square(page, "f5").click();
    await says(page, /White.*thinking|White to move/);
    const since = Date.now();
    await page.getByRole("button", { name: "Undo" }).click();
    await says(page, "Black to move.");
    await seat(page, "white", "easy");
    await square(page, "d3").click();
    await says(page, "Black to move.");
    assert.ok(Date.now() - since < 30_000, "nobody waited for the search");
  }),
);

test(
  "nothing is asked of other servers",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const asked = [];
    const page = await open(address, {}, (page) => page.on("request", (request) => asked.push(request.url())));
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".square.hint").first().waitFor();
    const [own] = [new URL(address).origin];
    assert.deepEqual(asked.filter((url) => !url.startsWith(own) && !/^(data|blob|about):/.test(url)), []);
  }),
);

test(
  "a position that was set up is part of the address, and one that the rules refuse is told",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await page.getByText("Set up a position").click();
    await page.waitForFunction(() => document.querySelector("[name=facts]").value !== "");
    await page.getByRole("textbox", { name: "Facts" }).fill("board([[x, -, -], [-, x, -], [o, o, -]]).");
    await page.getByRole("button", { name: "Begin here" }).click();
    await page.waitForURL(/start=board/);
    const other = await open(page.url());
    await other.getByText(/^Legal moves \(5\)$/).waitFor();
    const refused = await open(page.url().replace(/start=board/, "start=baord"));
    await refused.getByRole("alert").filter({ hasText: "<position>:1" }).waitFor();
    await refused.getByText(/^Legal moves \(9\)$/).waitFor();
  }),
);
