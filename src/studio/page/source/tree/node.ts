// A node of the game tree as a card: the move, who is to move, the value, a small board.

import { pieceOf } from "../board/pieces";
import { drawn, element } from "../element";
import type { Board, TreeNode } from "../protocol";

/** The side of a square. */
const SIDE = 100;

/** A node; `turn` is the button that opens it. */
export function cardOf(node: TreeNode, turn: HTMLButtonElement | null): HTMLElement {
  const head = element(
    "div",
    { class: "head" },
    element("strong", {}, node.move === "" ? "now" : node.move),
    node.sign === null ? null : element("span", { class: "sign", title: `${node.role} to move` }, node.sign),
    node.value === null ? null : element("span", { class: "value" }, node.value.replace("-", "−")),
  );
  const board = node.board === null ? null : small(node.board);
  const facts = node.text === "" ? null : element("pre", {}, node.text);
  const note = node.note === null ? null : element("div", { class: "note" }, node.note);
  return element("div", { class: `card ${node.kind}` }, board ?? facts, element("div", { class: "words" }, head, note), turn);
}

function small(board: Board): SVGElement {
  const svg = drawn("svg", {
    viewBox: `0 0 ${board.columns * SIDE} ${board.rows * SIDE}`,
    class: board.ground,
    "aria-hidden": "true",
  });
  if (board.ground === "checkered") svg.append(drawn("rect", { class: "light", width: board.columns * SIDE, height: board.rows * SIDE }));
  for (const square of board.squares) {
    const place = `translate(${square.column * SIDE} ${square.row * SIDE})`;
    const ground = drawn("rect", { class: "ground", width: SIDE, height: SIDE });
    const shade = square.dark === true ? "square dark" : "square";
    svg.append(drawn("g", { class: shade, transform: place }, ground, pieceOf(square.piece)));
  }
  return svg;
}
