// Pieces are dragged from square to square, and only while a button or a finger is down.

import assert from "node:assert/strict";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { says, seat, square, withBrowser, withProgram } from "./studio.mjs";

/** Pieces that are put on empty squares, or go one step up. */
const MIXED = `
:- game("Mixed").
role(red).  role(blue).
other(red, blue).  other(blue, red).
column(1..4).  row(1..4).
:- fluent control -> role.
:- fluent cell(column, row) -> role.
init(control(red)).
init(cell(1, 1, red)).
legal(P, mark(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).
legal(P, step(X, Y, X, B)) :- control(P), cell(X, Y, P), B is Y + 1, row(B), \\+ cell(X, B, _).
add(cell(X, Y, P)) :- does(P, mark(X, Y)).
add(cell(X, B, P)) :- does(P, step(_, _, X, B)).
delete(cell(X, Y, P)) :- does(P, step(X, Y, _, _)).
add(control(Q)) :- does(P, _), other(P, Q).
terminal :- \\+ ( column(X), row(Y), \\+ cell(X, Y, _) ).
goal(P, 50) :- role(P).
path(mark(X, Y), [S]) :- square_name(X, Y, S).
path(step(X, Y, A, B), [S, T]) :- square_name(X, Y, S), square_name(A, B, T).
notation(M, T) :- path(M, L), atomic_list_concat(L, '-', T).
grid(4, 4).
show(X, Y, P) :- cell(X, Y, P).
`;

async function middle(page, name) {
  const box = await square(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Presses the button on a square and takes its piece up. */
async function lift(page, name) {
  const [x, y] = await middle(page, name);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y - 12, { steps: 3 });
}

test(
  "a piece is dragged to where it goes, and whatever a second finger does",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    await lift(page, "g1");
    await page.locator(".floating").waitFor({ state: "attached" });
    assert.equal(await page.locator(".square.lifted").getAttribute("data-square"), "g1");
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      await square(page, "a2").dispatchEvent(type, { bubbles: true, pointerId: 99, isPrimary: false, button: 0, buttons: 0 });
    }
    assert.equal(await page.locator(".floating").count(), 1);
    await page.mouse.move(...(await middle(page, "f3")), { steps: 3 });
    await page.mouse.up();
    await says(page, "Black to move.");
    assert.equal(await page.locator(".floating, .lifted").count(), 0);
    await square(page, "f3").locator(".piece").waitFor();
  }),
);

test(
  "a press that leaves the board does not drag without a button",
  withBrowser(async ({ start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    const box = await square(page, "h2").boundingBox();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(2, 2);
    await page.mouse.up();
    await page.mouse.move(...(await middle(page, "e5")), { steps: 4 });
    assert.equal(await page.locator(".floating").count(), 0);
    assert.equal(await page.locator(".square.picked").count(), 0);
  }),
);

test(
  "no move is played before the button is released",
  withProgram(async ({ folder, start, open }) => {
    writeFileSync(join(folder, "mixed.rules"), MIXED);
    const { address } = await start("mixed.rules");
    const page = await open(address);
    await seat(page, "blue", "");
    await lift(page, "c3");
    assert.equal(await page.locator(".floating").count(), 0, "an empty square has nothing to drag");
    await page.mouse.move(2, 2);
    await page.mouse.up();
    await lift(page, "a1");
    await page.locator(".floating").waitFor({ state: "attached" });
    await says(page, "Red to move.");
    await page.mouse.move(...(await middle(page, "a2")), { steps: 3 });
    await page.mouse.up();
    await says(page, "Red played a1-a2");
  }),
);

test(
  "a drag ends when the rules change below it, and nothing is dropped",
  withProgram(async ({ folder, start, open }) => {
    const { address } = await start("games/chess.rules");
    const page = await open(address);
    await seat(page, "black", "");
    await page.locator(".cm-line").first().waitFor();
    await lift(page, "g1");
    await page.locator(".floating").waitFor({ state: "attached" });
    appendFileSync(join(folder, "games/chess.rules"), "% more\n");
    await page.locator(".floating").waitFor({ state: "detached" });
    assert.equal(await page.locator(".square.picked, .square.lifted").count(), 0);
    await page.mouse.move(...(await middle(page, "e4")), { steps: 3 });
    await page.mouse.up();
    assert.equal(await page.locator(".note").first().textContent(), "");
    await says(page, "White to move.");
  }),
);
