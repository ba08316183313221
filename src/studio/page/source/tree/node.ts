// A node of the game tree as a card: the move, who is to move, the value, a small board.

import { emptySquare, groundOf, linesOf, pieceOf, standing } from "../board/ground";
import { drawn, element } from "../element";
import type { Board, TreeNode } from "../protocol";

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
  const grounds = board.squares.map((square) => drawn("g", standing(square), emptySquare(board)));
  const pieces = board.squares.map((square) => drawn("g", standing(square), pieceOf(board, square.piece)));
  const viewBox = `0 0 ${board.width} ${board.height}`;
  const svg = drawn("svg", { viewBox, class: board.surface, "aria-hidden": "true" }, groundOf(board), ...grounds, linesOf(board), ...pieces);
  svg.style.setProperty("--columns", String(board.columns));
  return svg;
}
