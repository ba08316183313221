// Boards look as their rule files say: hexagons, crossings, pits, and what stands beside them.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { picture, play, rewrite, says, seat, square, withBrowser, withProgram } from "./studio.mjs";

test(
  "Hex is played on hexagons, also from the other side",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/hex.rules");
    const page = await open(address);
    await seat(page, "blue", "");
    const middle = async (name) => {
      await square(page, name).locator(".ground").waitFor();
      const box = await square(page, name).locator(".ground").boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
    };
    // Each row lies half a hexagon further to the right than the row above.
    const [above, below] = [await middle("f5"), await middle("f6")];
    assert.ok(Math.abs(below.x - above.x - above.width / 2) < 1);
    assert.ok(below.y - above.y < above.width, "rows of hexagons overlap");
    assert.equal(await page.locator(".upon .border.red").count(), 2);
    await play(page, "f5", "f6", "g5", "e6", "e7");
    await says(page, "Red played e7. Blue to move.");
    await picture(page, "hex", 620);
    await page.getByRole("button", { name: "Flip" }).click();
    await page.locator(".upon[transform]").waitFor({ state: "attached" });
    // The names stand below their columns and beside their rows, on this side too.
    const name = async (text) => {
      const box = await page.locator(".board .edges text").getByText(text, { exact: true }).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    for (const column of ["a", "f", "k"]) {
      const [above, below] = [await middle(`${column}1`), await name(column)];
      assert.ok(Math.abs(above.x - below.x) < 3, `${column} stands below its column`);
    }
    for (const row of ["1", "6", "11"]) {
      const [right, left] = [await middle(`k${row}`), await name(row)];
      assert.ok(Math.abs(right.y - left.y) < 3 && right.x - left.x < 1.5 * right.width, `${row} stands beside its row`);
    }
    const [turned, other] = [await middle("f5"), await middle("f6")];
    assert.ok(Math.abs(turned.x - other.x - above.width / 2) < 1 && turned.y > other.y);
    await play(page, "a11");
    await says(page, "Blue played a11. Red to move.");
  }),
);

test(
  "a pit is played by a click, and its seeds are counted",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/kalah.rules");
    const page = await open(address);
    await seat(page, "north", "");
    assert.equal(await square(page, "b3").locator(".seed").count(), 4);
    assert.match(await square(page, "b3").getAttribute("aria-label"), /^b3, 4 seeds/);
    assert.equal(await square(page, "a1").count(), 0, "it is no part of the board");
    await play(page, "d3");
    await says(page, "South played 3. South to move.");
    assert.equal(await square(page, "h2").locator(".seed").count(), 1);
    await picture(page, "kalah", 420);
  }),
);

test(
  "scores and hands stand beside the board",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    await seat(page, "white", "");
    const beside = page.getByLabel("Beside the board");
    assert.deepEqual(await beside.locator("div").allTextContents(), ["blackdiscs 2", "whitediscs 2"]);
    await play(page, "f5");
    assert.deepEqual(await beside.locator("div").allTextContents(), ["blackdiscs 4", "whitediscs 1"]);
  }),
);

test(
  "a look that is changed in the rules is seen at once",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/hex.rules");
    const page = await open(address);
    await page.locator("svg.hexagons").waitFor();
    await rewrite(page, "size(11).", "size(11).  surface(crossings).");
    await page.locator("svg.crossings").waitFor();
    await rewrite(page, "surface(crossings).", "surface(crosings).");
    await page.locator(".faults").getByText("`surface(crosings)` cannot be drawn").waitFor();
    await page.locator("svg.crossings").waitFor();
  }),
);

/** A game of stones on a board with this look. */
const stones = (size, look) => `
:- game("Stones").
role(red).  role(blue).
other(red, blue).  other(blue, red).
column(1..${size}).  row(1..${size}).
:- fluent control -> role.
:- fluent cell(column, row) -> role.
init(control(red)).
legal(P, mark(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).
add(cell(X, Y, P)) :- does(P, mark(X, Y)).
add(control(Q)) :- does(P, _), other(P, Q).
terminal :- \\+ ( column(X), row(Y), \\+ cell(X, Y, _) ).
goal(P, 50) :- role(P).
grid(${size}, ${size}).
show(X, Y, P) :- cell(X, Y, P).
looks_like(red, disc(red)).  looks_like(blue, disc(blue)).
${look}
`;

test(
  "squares without a name are no holes, and a piece that comes there leaves the focus where it is",
  withProgram(async ({ folder, start, open }) => {
    const names = `notation(mark(X, Y), T) :- ( X < 4 -> square_name(X, Y, T) ; atom_concat(t, Y, T) ).
      square_name(X, Y, N) :- X < 4, atom_concat(s, X, A), atom_concat(A, Y, N).`;
    writeFileSync(join(folder, "unnamed.rules"), stones(4, `surface(felt).  ${names}`));
    const { address } = await start("unnamed.rules");
    const page = await open(address);
    await seat(page, "blue", "");
    assert.equal(await page.locator(".board .square").count(), 16);
    assert.equal(await page.locator(".board .square[aria-hidden]").count(), 4);
    await square(page, "s22").focus();
    await page.keyboard.press("Enter");
    await says(page, "Red played s22");
    await page.locator(".square[data-square='s22'] .piece").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "s22");
  }),
);

test(
  "what is cut off from a checkered board is empty",
  withProgram(async ({ folder, start, open }) => {
    const look = "surface(checkered).  off_board(1, 1).  off_board(4, 4).  notation(mark(X, Y), T) :- square_name(X, Y, T).";
    writeFileSync(join(folder, "cut.rules"), stones(4, look));
    const { address } = await start("cut.rules");
    const page = await open(address);
    assert.equal(await page.locator(".board .square").count(), 14);
    const box = await square(page, "b1").boundingBox();
    const there = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName, [box.x - box.width / 2, box.y + box.height / 2]);
    assert.notEqual(there, "rect");
  }),
);

test(
  "the numbers of squares are written above the men",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/dama.rules");
    const page = await open(address);
    const isAbove = await square(page, "22").evaluate((square) => {
      const [name, piece] = [square.querySelector(".name"), square.querySelector(".piece")];
      return (piece.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    });
    assert.ok(isAbove);
  }),
);

test(
  "squares are large enough for a finger, and only the board scrolls sideways",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/gomoku.rules");
    const page = await open(address, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    const box = await page.locator(".board .square .ground").first().boundingBox();
    assert.ok(box.width >= 30, `${box.width}`);
    const [page_, board] = await page.evaluate(() => {
      const wide = (part) => part.scrollWidth - part.clientWidth;
      return [wide(document.documentElement), wide(document.querySelector(".board"))];
    });
    assert.ok(page_ <= 0 && board > 0, `${page_}, ${board}`);
  }),
);

test(
  "a board of a hundred by a hundred squares is played on",
  withProgram(async ({ folder, start, open }) => {
    const names = "notation(mark(X, Y), T) :- square_name(X, Y, T).  square_name(X, Y, T) :- atomic_list_concat([c, X, r, Y], T).";
    writeFileSync(join(folder, "large.rules"), stones(100, names));
    const { address } = await start("large.rules");
    const page = await open(address);
    await seat(page, "blue", "");
    assert.equal(await page.locator(".board .square").count(), 10_000);
    await square(page, "c2r2").dispatchEvent("click");
    await says(page, "Red played c2r2");
    await square(page, "c2r2").locator(".piece").waitFor({ state: "attached" });
  }),
);
