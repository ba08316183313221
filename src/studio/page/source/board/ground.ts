// The board and its pieces as SVG, in squares of 40 by 40. The engine draws them, and the style sheet has the colours.

import { drawn } from "../element";
import type { Board, Square } from "../protocol";

/** The side of a square in a picture's own units. */
export const SIDE = 40;

/** An element with a drawing of the engine, whose texts are escaped and which has neither scripts nor links. */
function drawing(svg: string, attributes: Record<string, string | null> = {}): SVGGElement {
  const group = drawn("g", attributes);
  group.innerHTML = svg;
  return group;
}

/** What lies below the squares, and is seen where they are left out: wood, a frame, or nothing. */
export function groundOf(board: Board): SVGElement {
  return drawing(board.beneath ?? "");
}

/** Lines, borders and tints. They lie above squares that are opaque, or nobody would see them. */
export function linesOf(board: Board): SVGElement {
  const transform = board.isFlipped === true ? `rotate(180 ${board.width / 2} ${board.height / 2})` : null;
  return drawing(board.upon ?? "", { class: "upon", transform });
}

/** The classes of a drawn board: its surface, and whether what lies under the squares is seen through them. */
export function surfaceOf(board: Board): string {
  return board.open === true ? `${board.surface} open-surface` : board.surface;
}

/** How a square stands in its board: its class and its place. */
export function standing(square: Square): { class: string; transform: string } {
  return { class: square.dark === true ? "square dark" : "square", transform: `translate(${square.x} ${square.y})` };
}

/** A square without what stands on it. */
export function emptySquare(board: Board): SVGElement {
  return drawn("path", { class: "ground", d: board.outline });
}

/** A piece by its drawing. */
export function pieceOf(svg: string): SVGElement {
  return drawing(svg, { class: "piece" });
}
