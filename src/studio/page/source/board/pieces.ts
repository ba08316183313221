// Pieces as SVG, each in a square of 100 by 100. Colours are classes; the style sheet knows them.

import { drawn } from "../element";
import type { Piece } from "../protocol";

/** A piece; nothing for an empty square. */
export function pieceOf(piece: Piece | undefined): SVGElement | null {
  switch (piece?.kind) {
    case undefined:
      return null;
    case "disc":
      return disc(piece.colour);
    case "man":
      return man(piece.colour);
    case "king":
      return king(piece.colour);
    case "chess":
      return chessman(piece.man, piece.colour);
    case "cross":
      return drawn("path", { class: "cross", d: "M26 26 L74 74 M74 26 L26 74" });
    case "ring":
      return drawn("circle", { class: "ring", cx: 50, cy: 50, r: 28 });
    case "wall":
      return drawn("rect", { class: "wall", x: 6, y: 6, width: 88, height: 88, rx: 6 });
    case "letters":
      return letters(piece.letters);
  }
}

function disc(colour: string): SVGElement {
  return drawn("g", { class: `piece ${colour}` }, drawn("circle", { cx: 50, cy: 50, r: 38 }));
}

function man(colour: string): SVGElement {
  const edge = drawn("circle", { cx: 50, cy: 50, r: 37 });
  return drawn("g", { class: `piece ${colour}` }, edge, drawn("circle", { class: "groove", cx: 50, cy: 50, r: 25 }));
}

/** A man with a crown. */
function king(colour: string): SVGElement {
  const crown = drawn("path", { class: "crown", d: "M30 63 L27 38 L40 48 L50 32 L60 48 L73 38 L70 63 Z" });
  return drawn("g", { class: `piece ${colour}` }, drawn("circle", { cx: 50, cy: 50, r: 37 }), crown);
}

const CHESSMEN = { king: "♚", queen: "♛", rook: "♜", bishop: "♝", knight: "♞", pawn: "♟" };

function chessman(man: keyof typeof CHESSMEN, colour: string): SVGElement {
  // The variation selector asks for the letter's drawing, not for a coloured picture.
  return drawn("text", { class: `chessman ${colour}`, x: 50, y: 54 }, `${CHESSMEN[man]}\uFE0E`);
}

function letters(text: string): SVGElement {
  const size = Math.min(56, 120 / Math.max(1, [...text].length));
  return drawn("text", { class: "letters", x: 50, y: 52, "font-size": size }, text);
}
