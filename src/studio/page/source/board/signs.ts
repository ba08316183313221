// Which kind of pieces the glyphs of a position are. Rule files only say letters; a person at a board expects discs,
// men and crowns where the letters plainly mean them, and the letters themselves everywhere else.

import type { State } from "../protocol";

/** How glyphs are drawn. */
export type Signs =
  /** `x` of the first role and `o` of the second, as discs. */
  | { kind: "discs"; colours: [string, string] }
  /** The initials of two roles, small for men and large for kings. */
  | { kind: "men"; initials: [string, string]; colours: [string, string] }
  /** Kings, queens and so on by their English initials, White's large. */
  | { kind: "chess" }
  /** The crosses and rings of who writes on paper. */
  | { kind: "written" }
  /** The glyphs themselves. */
  | { kind: "text" };

/** The colours that a role may be named after, as the style sheet has them. */
const COLOURS = ["black", "white", "red", "blue", "yellow", "green"];

export function signsOf(state: State): Signs {
  const glyphs = new Set(state.board?.squares.map((square) => square.glyph).filter((glyph) => glyph !== ""));
  const [first, second] = state.roles;
  const all = (known: string) => [...glyphs].every((glyph) => glyph.length === 1 && known.includes(glyph));
  if (first === undefined || second === undefined || state.roles.length > 2) return { kind: "text" };
  if (glyphs.has("K") && glyphs.has("k") && all("KQRBNPkqrbnp")) return { kind: "chess" };
  if (COLOURS.includes(first) && COLOURS.includes(second)) {
    const initials: [string, string] = [first.charAt(0), second.charAt(0)];
    if (glyphs.size > 0 && initials[0] !== initials[1] && all(initials.join("") + initials.join("").toUpperCase())) {
      return { kind: "men", initials, colours: [first, second] };
    }
    if (all("xo")) return { kind: "discs", colours: [first, second] };
  }
  if (all("xoXO")) {
    const written = [first, second].some((role) => role === "x" || role === "o");
    return written ? { kind: "written" } : { kind: "discs", colours: ["black", "white"] };
  }
  return { kind: "text" };
}

/** The colour by which a role is known at this board, if any. */
export function colourOf(role: string): string | null {
  return COLOURS.includes(role) ? role : null;
}
