// The board and its pieces as SVG, in squares of 40 by 40. The engine draws them, and the style sheet has the colours.

import { drawn } from "../element";
import type { Board, Piece, Square } from "../protocol";

/** The side of a square in a picture's own units. */
export const SIDE = 40;

/** An element with a drawing of the engine, whose texts are escaped and which has neither scripts nor links. */
function drawing(svg: string, attributes: Record<string, string | null> = {}): SVGGElement {
  const group = drawn("g", attributes);
  group.innerHTML = svg;
  return group;
}

/** What is seen where squares are left out: of a checkered board the light ones; or wood, or a frame. */
export function groundOf(board: Board): SVGElement {
  if (board.surface !== "checkered") return drawing(board.beneath ?? "");
  return drawn("rect", { class: "light", width: board.width, height: board.height });
}

/** Lines, borders and tints. They lie above squares that are opaque, or nobody would see them. */
export function linesOf(board: Board): SVGElement {
  const transform = board.isFlipped === true ? `rotate(180 ${board.width / 2} ${board.height / 2})` : null;
  return drawing(board.upon ?? "", { class: "upon", transform });
}

/** Whether what lies under the squares is seen through them. */
export function isOpen(board: Board): boolean {
  return ["crossings", "points", "pits", "rack", "bare"].includes(board.surface);
}

/** How a square stands in its board: its class and its place. */
export function standing(square: Square): { class: string; transform: string } {
  return { class: square.dark === true ? "square dark" : "square", transform: `translate(${square.x} ${square.y})` };
}

/** A square without what stands on it. */
export function emptySquare(board: Board): SVGElement {
  return drawn("path", { class: "ground", d: board.outline });
}

/** A piece; nothing for an empty square. */
export function pieceOf(board: Board, piece: Piece | undefined): SVGElement | null {
  return piece === undefined ? null : drawing(board.drawings[piece.glyph] ?? "", { class: "piece" });
}
