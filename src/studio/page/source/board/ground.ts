// The board under the pieces, as SVG, in squares of 100 by 100. Colours are classes; the style sheet knows them.

import { drawn } from "../element";
import type { Board, Square } from "../protocol";

/** The side of a square in a picture's own units. */
export const SIDE = 100;

/** What is seen where squares are left out: of a checkered board the light ones. */
export function groundOf(board: Board): SVGElement | null {
  if (board.ground !== "checkered") return null;
  return drawn("rect", { class: "light", width: board.columns * SIDE, height: board.rows * SIDE });
}

/** How a square stands in its board: its class and its place. */
export function standing(square: Square): { class: string; transform: string } {
  const place = `translate(${square.column * SIDE} ${square.row * SIDE})`;
  return { class: square.dark === true ? "square dark" : "square", transform: place };
}

/** A square without what stands on it. */
export function emptySquare(): SVGElement {
  return drawn("rect", { class: "ground", width: SIDE, height: SIDE });
}
