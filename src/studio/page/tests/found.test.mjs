// What people stumbled over in the page, one after the other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play, rewrite, says, seat, square, withBrowser } from "./studio.mjs";

test(
  "an edit that ends the line early says so, and the moves come back when it is undone",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await seat(page, "o", "");
    await play(page, "b2", "a1", "c3");
    await says(page, "X played c3. O to move.");
    await rewrite(page, "sign(Row, Column, -).", "sign(Row, Column, -), \\+ (Row = 1, Column = 1).");
    await page.getByText("a1 and the 1 after it cannot be played by these rules").waitFor();
    assert.equal(await page.locator(".line button").count(), 2);
    await rewrite(page, "sign(Row, Column, -), \\+ (Row = 1, Column = 1).", "sign(Row, Column, -).");
    await says(page, "X played c3. O to move.");
    assert.equal(await page.locator(".line button").count(), 4);
    assert.equal(await page.getByText("cannot be played by these rules").count(), 0);
  }),
);

test(
  "a choice of promotion can be left with the mouse",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    await play(page, "a2 a4", "b7 b5", "a4 b5", "a7 a6", "b5 a6", "c8 b7", "a6 b7", "h7 h6");
    await square(page, "b7").click();
    await square(page, "a8").click();
    await page.getByText("Which?").waitFor();
    await square(page, "h2").click();
    await square(page, "h3").click();
    await says(page, /White played h2-h3/);
  }),
);

test(
  "a jump of several squares is entered by its end, or put down again on its way",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/english-draughts.rules");
    const page = await open(address);
    await seat(page, "white", "");
    await play(page, "10 14", "22 18", "7 10", "18 15", "10 19");
    for (const name of ["23", "16", "23"]) await square(page, name).click();
    assert.equal(await page.locator(".square.picked").count(), 0);
    for (const name of ["23", "7"]) await square(page, name).click();
    await says(page, "White played 23x16x7. Black to move.");
  }),
);

test(
  "the list of moves shows the present move of a long game",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "easy");
    await seat(page, "black", "easy");
    await page.waitForFunction(() => document.querySelectorAll(".line button").length > 45, null, { timeout: 60_000 });
    await seat(page, "black", "");
    await seat(page, "white", "");
    const isSeen = await page.evaluate(() => {
      const [list, current] = [document.querySelector(".line"), document.querySelector(".line [aria-current]")];
      const [around, own] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
      return own.top >= around.top - 1 && own.bottom <= around.bottom + 1;
    });
    assert.ok(isSeen);
  }),
);

test(
  "a tab with unsaved rules is not closed without a question",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const asked = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await rewrite(page, 'game("Othello")', 'game("Reversi")');
    await page.getByText("not saved").waitFor();
    await page.close({ runBeforeUnload: true });
    await page.waitForEvent("close").catch(() => undefined);
    assert.deepEqual(asked, ["beforeunload"]);
  }),
);

test(
  "a hint for moves made at once is a move of one's own",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/goofspiel.rules");
    const page = await open(address);
    await seat(page, "spades", "normal");
    await page.getByRole("button", { name: "Hint" }).click();
    const hint = page.locator(".status .said");
    await hint.filter({ hasText: "Hint" }).waitFor();
    assert.match(await hint.textContent(), /^Hint: clubs \d+$/);
  }),
);

test(
  "reasons and long lines are wrapped",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await page.getByRole("button", { name: "Why?" }).click();
    await square(page, "a1").click();
    const text = page.locator(".reason pre");
    await text.waitFor();
    assert.ok(await text.evaluate((pre) => pre.scrollWidth <= pre.clientWidth));
  }),
);

test(
  "names of the file come before those of the language",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/connect-four.rules");
    const page = await open(address);
    await page.locator(".cm-line", { hasText: "role(red)" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" co");
    await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
    const offered = await page.locator(".cm-tooltip-autocomplete li").allTextContents();
    const place = (name) => offered.findIndex((text) => text.startsWith(name));
    assert.ok(place("column") >= 0 && place("column") < place("code_type"), offered.join(" "));
  }),
);

test(
  "the focus stays where keys can be pressed",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await seat(page, "o", "");
    await square(page, "b2").click();
    await says(page, "O to move.");
    await page.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await says(page, "X to move.");
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY");
  }),
);

test(
  "values are sorted, and what they mean is said",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/connect-four.rules");
    const page = await open(address);
    await page.getByRole("button", { name: "Values" }).click();
    await page.locator(".worth .value", { hasText: /[0-9]/ }).nth(6).waitFor();
    const values = (await page.locator(".worth .value").allTextContents()).map((text) => Number(text.replace("−", "-").replace("+", "")));
    assert.deepEqual(values, values.toSorted((one, other) => other - one));
    await page.getByText("+ is good for red and − is bad").waitFor();
  }),
);

test(
  "the frame of a hint is seen whole, and a program is called one",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    assert.equal(await page.locator('.players select[name="white"] option:checked').textContent(), "program: normal");
    await page.getByRole("button", { name: "Hint" }).click();
    const [frame, around] = [page.locator(".hint-mark"), page.locator(".square.hint .ground")];
    const [inner, outer] = [await frame.boundingBox(), await around.boundingBox()];
    assert.ok(inner.x > outer.x && inner.y > outer.y && inner.width < outer.width);
  }),
);

test(
  "the growth of a tree can be stopped",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const tree = page.locator(".tree");
    await tree.locator("summary").click();
    await tree.locator(".card").nth(4).waitFor();
    await tree.locator("select").selectOption("depth=9");
    await tree.getByRole("button", { name: "Stop" }).click();
    await tree.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    await square(page, "f5").click();
    await says(page, /White played/);
  }),
);

test(
  "marks of legal moves stand out from the board",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(address, { colorScheme });
      const ratio = await page.evaluate(contrast, [".target", ".square.open .ground"]);
      assert.ok(ratio >= 3, `${colorScheme}: ${ratio}`);
    }
  }),
);

/** The contrast of two fills, by the definition of the Web Content Accessibility Guidelines. */
function contrast([upper, lower]) {
  const read = (selector) => {
    const style = getComputedStyle(document.querySelector(selector));
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = style.fill;
    canvas.fillRect(0, 0, 1, 1);
    return { colour: [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)], opacity: Number(style.opacity) };
  };
  const light = (colour) => {
    const parts = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const [over, under] = [read(upper), read(lower)];
  const mixed = over.colour.map((part, at) => part * over.opacity + under.colour[at] * (1 - over.opacity));
  const [one, other] = [light(mixed), light(under.colour)].sort((one, other) => other - one);
  return (one + 0.05) / (other + 0.05);
}

test(
  "a move without a text is told, and the others can be played",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    await seat(page, "o", "");
    await rewrite(page, 'game("Tic-tac-toe")', 'game("Ours")');
    await page.getByRole("heading", { name: "Ours" }).waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+f");
    // The panel listens to keys.
    await page.locator(".cm-search input[name=search]").pressSequentially("notation(put(Row, Column), T) :- ");
    await page.locator(".cm-search input[name=replace]").pressSequentially("notation(put(Row, Column), T) :- Row > 1, ");
    await page.getByRole("button", { name: "replace all" }).click();
    await page.getByRole("alert").filter({ hasText: "notation(put(1, 1), T)` gives no text" }).waitFor();
    await page.getByText(/^Legal moves \(6\)$/).waitFor();
    await page.locator(".square.open").first().click();
    await says(page, "O to move.");
  }),
);
