// A node of the game tree as a card: the move, who is to move, the value, a small board.

import { pieceOf } from "../board/pieces";
import { signsOf, type Signs } from "../board/signs";
import { groundOf } from "../board/view";
import { drawn, element } from "../element";
import type { Board, State, TreeNode } from "../protocol";

/** The side of a square. */
const SIDE = 100;

/** A node; `turn` is the button that opens it. */
export function cardOf(node: TreeNode, state: State, turn: HTMLButtonElement | null): HTMLElement {
  const head = element(
    "div",
    { class: "head" },
    element("strong", {}, node.move === "" ? "now" : node.move),
    node.sign === null ? null : element("span", { class: "sign", title: `${node.role} to move` }, node.sign),
    node.value === null ? null : element("span", { class: "value" }, node.value.replace("-", "−")),
  );
  const board = node.board === null ? null : small(node.board, signsOf({ ...state, board: node.board }));
  const facts = node.text === "" ? null : element("pre", {}, node.text);
  const note = node.note === null ? null : element("div", { class: "note" }, node.note);
  return element("div", { class: `card ${node.kind}` }, board ?? facts, element("div", { class: "words" }, head, note), turn);
}

function small(board: Board, signs: Signs): SVGElement {
  const svg = drawn("svg", {
    viewBox: `0 0 ${board.columns * SIDE} ${board.rows * SIDE}`,
    class: groundOf(board, signs),
    "aria-hidden": "true",
  });
  for (const square of board.squares) {
    const shade = (square.column + square.row) % 2 === 0 ? "even" : "odd";
    const place = `translate(${square.column * SIDE} ${square.row * SIDE})`;
    const ground = drawn("rect", { class: "ground", width: SIDE, height: SIDE });
    svg.append(drawn("g", { class: `square ${shade}`, transform: place }, ground, pieceOf(square.glyph, signs)));
  }
  return svg;
}
