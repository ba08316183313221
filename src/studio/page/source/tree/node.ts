// A node of the game tree as a card: the move, who is to move, the value, a small board.

import { emptySquare, groundOf, linesOf, pieceOf, standing, surfaceOf } from "../board/ground";
import { drawn, element } from "../element";
import type { Board, Tree, TreeNode } from "../protocol";

/** A node; `turn` is the button that opens it. */
export function cardOf(tree: Tree, node: TreeNode, turn: HTMLButtonElement | null): HTMLElement {
  const head = element(
    "div",
    { class: "head" },
    element("strong", {}, node.move === "" ? "now" : node.move),
    node.sign === null ? null : element("span", { class: "sign", title: `${node.role} to move` }, node.sign),
    node.value === null ? null : element("span", { class: "value" }, node.value.replace("-", "−")),
  );
  const board = node.pieces === null || tree.ground === null ? null : small(tree.ground, tree.drawings, node.pieces);
  const facts = node.text === "" ? null : element("pre", {}, node.text);
  const note = node.note === null ? null : element("div", { class: "note" }, node.note);
  return element("div", { class: `card ${node.kind}` }, board ?? facts, element("div", { class: "words" }, head, note), turn);
}

function small(board: Board, drawings: string[], standingOn: [number, number, number][]): SVGElement {
  const grounds = board.squares.map((square) => drawn("g", standing(square), emptySquare(board)));
  const pieces = standingOn.map(([x, y, drawing]) =>
    drawn("g", { class: "square", transform: `translate(${x} ${y})` }, pieceOf(drawings[drawing] ?? "")),
  );
  const viewBox = `0 0 ${board.width} ${board.height}`;
  const svg = drawn("svg", { viewBox, class: surfaceOf(board), "aria-hidden": "true" }, groundOf(board), ...grounds, linesOf(board), ...pieces);
  svg.style.setProperty("--columns", String(board.columns));
  return svg;
}
