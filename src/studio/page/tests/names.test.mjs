// The names of a rule file: where they are defined and used, renaming; and the text as an editor has it: format, folds, search.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { says, square, withBrowser, withProgram } from "./studio.mjs";

/** Puts the cursor before the last letter of a part of the text. */
async function cursorIn(page, part) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+f");
  await find(page, part);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
}

/** Searches the text with the panel that is open. */
async function find(page, part) {
  const field = page.locator(".cm-search input[name=search]");
  await field.fill("");
  // The panel listens to keys.
  await field.pressSequentially(part);
  await field.press("Enter");
  await page.locator(".cm-searchMatch-selected").waitFor();
}

/** Shows another file of the game, by a part of its name. */
async function showFile(page, part) {
  const before = await page.locator(".cm-content").innerText();
  await files(page).getByRole("tab", { name: part }).click();
  await page.waitForFunction((text) => document.querySelector(".cm-content").innerText !== text, before);
}

const files = (page) => page.getByRole("tablist", { name: "Rule files" });
const shownFile = (page, name) => files(page).getByRole("tab", { selected: true, name, exact: true });
const tool = (page, name) => page.getByRole("group", { name: "Text", exact: true }).getByRole("button", { name });

test(
  "a name leads to its definition in another file, and lists its uses",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address);
    await showFile(page, "dama-play");
    await cursorIn(page, "way(man(P), D-E)  :- ahead");
    await page.keyboard.press("F12");
    await shownFile(page, "dama.rules").waitFor();
    await page.locator(".cm-activeLine", { hasText: "ahead(" }).waitFor();

    await page.keyboard.press("Shift+F12");
    const uses = page.locator(".uses li");
    await page.getByRole("heading", { name: "Uses of ahead/2" }).waitFor();
    const rows = await uses.allInnerTexts();
    assert.ok(rows.some((row) => row.includes("dama-play.rules:")) && rows.some((row) => row.includes("dama.rules:")), rows.join("\n"));
    // By keyboard alone: the first place has the focus.
    await page.keyboard.press("Enter");
    await page.locator(".cm-editor.cm-focused .cm-activeLine", { hasText: "ahead(" }).waitFor();
    await page.locator(".names").getByRole("button", { name: "Close" }).click();
    await page.locator(".names").waitFor({ state: "hidden" });
    await cursorIn(page, ":-");
    await tool(page, "Definition").click();
    await page.locator(".names", { hasText: "There is no name at the cursor" }).waitFor();
  }),
);

test(
  "the files of a game are tabs, by keys too, and those with changes are marked",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address);
    await shownFile(page, "dama.rules").waitFor();
    await page.locator(".cm-content").focus();
    await page.keyboard.insertText("% mine\n");
    await shownFile(page, "dama.rules").and(page.locator(".changed")).waitFor();
    await shownFile(page, "dama.rules").focus();
    await page.keyboard.press("ArrowRight");
    await shownFile(page, "dama-play.rules").waitFor();
    await page.locator(".cm-line", { hasText: "% mine" }).waitFor({ state: "detached" });
    assert.equal(await files(page).locator(".changed").innerText(), "dama.rules");
    assert.equal(await page.evaluate(() => document.activeElement.innerText), "dama-play.rules");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tabpanel", { name: "dama.rules" }).locator(".cm-line", { hasText: "% mine" }).waitFor();
    // The text has kept its history.
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+z");
    await files(page).locator(".changed").waitFor({ state: "detached" });
  }),
);

test(
  "another file is shown though it is chosen while the first one is looked at",
  withProgram(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    // The first look at a text is held back.
    const first = { id: null, send: null };
    const answered = new Promise((resolve) => (first.answered = resolve));
    const page = await open(address, {}, (page) =>
      page.routeWebSocket(/talk/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => {
          const { id, ask } = JSON.parse(message);
          if (first.id !== null || ask !== "edit") return server.send(message);
          Object.assign(first, { id, send: () => server.send(message) });
        });
        server.onMessage((message) => {
          socket.send(message);
          if (JSON.parse(message).id === first.id) first.answered();
        });
      }),
    );
    await showFile(page, "dama-play");
    first.send();
    await answered;
    await page.waitForFunction(() => new Promise((resolve) => setTimeout(() => resolve(true), 100)));
    await shownFile(page, "dama-play.rules").waitFor();
  }),
);

test(
  "a name is changed in all files, the game goes on, and undo takes it back",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address);
    const status = await page.locator(".status .words").innerText();
    await showFile(page, "dama-play");
    await cursorIn(page, "way(man(P), D-E)  :- ahead");
    await page.keyboard.press("F2");
    const name = page.getByRole("textbox", { name: "New name" });
    assert.equal(await name.inputValue(), "ahead");
    await name.fill("legal");
    await name.press("Enter");
    await page.locator(".names p", { hasText: "legal/2" }).waitFor();
    await name.fill("onward");
    await name.press("Enter");
    await page.locator(".names", { hasText: "Renamed in 2 files." }).waitFor();
    await page.locator(".cm-line", { hasText: "way(man(P), D-E)" }).filter({ hasText: "onward(P, D)" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".faults .error") === null && document.querySelector(".faults .refused") === null);
    assert.equal(await page.locator(".status .words").innerText(), status);
    await files(page).getByRole("tab", { name: "dama.rules" }).click();
    await page.locator(".cm-line", { hasText: "onward(" }).first().waitFor();
    await page.locator(".unsaved", { hasText: "not saved" }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+z");
    await page.locator(".cm-line", { hasText: "ahead(" }).first().waitFor();
  }),
);

test(
  "a text is formatted, folded, searched and wrapped",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    const shown = () => page.locator(".cm-content").innerText();
    const before = await shown();
    const line = page.locator(".cm-line", { hasText: "role(x)" }).first();
    await line.click();
    await page.keyboard.press("Home");
    await page.keyboard.insertText("here( 1,2 ):-true .\n");
    await page.locator(".cm-line", { hasText: "here( 1,2 )" }).waitFor();
    await tool(page, "Format").click();
    await page.locator(".cm-line", { hasText: "here(1, 2) :- true." }).waitFor();
    await page.locator(".names", { hasText: "has been formatted" }).waitFor();
    await page.locator(".cm-line", { hasText: "here(1, 2)" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" oops(");
    await page.locator(".faults .error").first().waitFor();
    await tool(page, "Format").click();
    await page.locator(".names", { hasText: "without syntax errors" }).waitFor();
    await page.locator(".cm-content").focus();
    for (let step = 0; step < 12 && (await shown()) !== before; step += 1) await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.querySelector(".faults .error") === null);

    await tool(page, "Fold").click();
    await page.locator(".cm-foldPlaceholder").first().waitFor();
    assert.ok((await shown()).length < before.length);
    await tool(page, "Fold").click();
    await page.locator(".cm-foldPlaceholder").first().waitFor({ state: "detached" });

    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+f");
    await find(page, "terminal");
    await page.locator(".cm-searchMatch-selected", { hasText: "terminal" }).waitFor();
    await page.keyboard.press("Escape");

    const wrapped = tool(page, "Wrap");
    await wrapped.click();
    await page.locator(".cm-lineWrapping").waitFor();
    assert.equal(await wrapped.getAttribute("aria-pressed"), "true");
  }),
);

test(
  "a file that is deleted on the disk does not hide the changes of another one",
  withProgram(async ({ folder, start, open }) => {
    const { address } = await start("games/go.rules");
    const page = await open(address);
    const other = join(folder, "games/go-play.rules");
    const text = readFileSync(other, "utf8");
    await page.locator(".cm-line", { hasText: "% Go" }).waitFor();
    rmSync(join(folder, "games/go.rules"));
    await page.getByRole("alertdialog").getByText("is no longer on the disk").waitFor();
    writeFileSync(other, `% Theirs.\n${text}`);
    await page.getByRole("button", { name: "Not now" }).click();
    await showFile(page, "go-play");
    await page.locator(".cm-line", { hasText: "% Theirs." }).waitFor();
  }),
);

test(
  "a change on the disk leaves the cursor where it is",
  withProgram(async ({ folder, start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const path = join(folder, "games/tictactoe.rules");
    const page = await open(address);
    await page.locator(".cm-line", { hasText: "role(x)" }).first().click();
    await page.locator(".cm-activeLine", { hasText: "role(x)" }).waitFor();
    const before = readFileSync(path, "utf8");
    writeFileSync(path, `% First.\n${before}% Last.\n`.replaceAll("\n", "\r\n"));
    await page.locator(".cm-line", { hasText: "% First." }).waitFor();
    assert.equal(await page.locator(".cm-line").nth(1).innerText(), before.split("\n")[0]);
    assert.equal(await page.locator(".unsaved").textContent(), "");
    await page.locator(".cm-activeLine", { hasText: "role(x)" }).waitFor();
    await square(page, "b2").click();
    await page.locator(".line button", { hasText: "b2" }).waitFor();
  }),
);
