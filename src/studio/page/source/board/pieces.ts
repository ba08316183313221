// Pieces as SVG, each in a square of 100 by 100. Colours are classes; the style sheet knows them.

import { drawn } from "../element";
import type { Signs } from "./signs";

/** What stands on a square; nothing for an empty one. */
export function pieceOf(glyph: string, signs: Signs): SVGElement | null {
  if (glyph === "" || glyph === ".") return null;
  switch (signs.kind) {
    case "discs":
      return disc(signs.colours[glyph.toLowerCase() === "x" ? 0 : 1]);
    case "men": {
      const colour = signs.colours[glyph.toLowerCase() === signs.initials[0] ? 0 : 1];
      return glyph === glyph.toLowerCase() ? man(colour) : king(colour);
    }
    case "chess":
      return chessman(glyph);
    case "written":
      return glyph.toLowerCase() === "x" ? cross() : ring();
    case "text":
      return glyph === "#" ? drawn("rect", { class: "wall", x: 6, y: 6, width: 88, height: 88, rx: 6 }) : letters(glyph);
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

const CHESSMEN: Record<string, string> = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

function chessman(glyph: string): SVGElement {
  const colour = glyph === glyph.toUpperCase() ? "white" : "black";
  // The variation selector asks for the letter's drawing, not for a coloured picture.
  const sign = `${CHESSMEN[glyph.toLowerCase()] ?? glyph}\uFE0E`;
  return drawn("text", { class: `chessman ${colour}`, x: 50, y: 54 }, sign);
}

function cross(): SVGElement {
  return drawn("path", { class: "cross", d: "M26 26 L74 74 M74 26 L26 74" });
}

function ring(): SVGElement {
  return drawn("circle", { class: "ring", cx: 50, cy: 50, r: 28 });
}

function letters(glyph: string): SVGElement {
  const size = Math.min(56, 120 / Math.max(1, [...glyph].length));
  return drawn("text", { class: "letters", x: 50, y: 52, "font-size": size }, glyph);
}

const CHESS_NAMES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** What stands on a square, as a screen reader says it. */
export function spokenPiece(glyph: string, signs: Signs): string {
  const small = glyph.toLowerCase();
  if (glyph === "" || glyph === ".") return "empty";
  if (signs.kind === "discs") return `${signs.colours[small === "x" ? 0 : 1]} disc`;
  if (signs.kind === "men") return `${signs.colours[small === signs.initials[0] ? 0 : 1]} ${glyph === small ? "piece" : "king"}`;
  if (signs.kind === "chess") return `${glyph === small ? "black" : "white"} ${CHESS_NAMES[small] ?? glyph}`;
  return glyph;
}
