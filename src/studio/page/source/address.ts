// The line of moves in the address of a game, so that a reload, a bookmark and a copied link lead to the same position.

import type { Game } from "./game";
import { recall } from "./memory";
import type { Start } from "./studio";

/** The moves that lead to a position, from the start of the game or a position with these facts. */
export interface Line {
  moves: string[];
  start: string | null;
}

/** Moves as an address has them, with blanks between them: rules take a move without the blanks in it, too. */
function written(moves: string[]): string[] {
  return moves.map((move) => move.replaceAll(/\s+/g, ""));
}

/** Writes a line into the fields of an address. */
export function writeLine(fields: URLSearchParams, { moves, start }: Line): URLSearchParams {
  if (start !== null) fields.set("start", start);
  if (moves.length > 0) fields.set("moves", written(moves).join(" "));
  return fields;
}

export function readLine(fields: URLSearchParams): Line {
  const moves = (fields.get("moves") ?? "").split(" ").filter((move) => move !== "");
  return { moves, start: fields.get("start") };
}

/** The line that leads to where a game stands. */
export function lineOf(game: Game): Line {
  return { moves: game.played, start: game.place?.start ?? null };
}

/**
 * Where a game begins: where the line ends; without a line where this tab has left it. A tab that is loaded anew keeps
 * what stands after and beside it, too.
 */
export function begun(key: string, { moves, start }: Line): Start {
  if (moves.length === 0 && start === null) return {};
  const kept = recall(key);
  const isSame = JSON.stringify([kept.start, written(kept.moves.slice(0, kept.ply))]) === JSON.stringify([start, moves]);
  if (isSame) return {};
  const place = { moves, start, ply: moves.length };
  // What stands beside another line is not of this one.
  return kept.start === start ? place : { ...place, lines: [], comments: [], clock: null };
}

/** Shows the address of the position at which a game stands; another one that is entered is another page. */
export function followGame(game: Game, address: () => string): void {
  let shown: string | null = null;
  game.onChange(() => {
    if (game.place === null) return;
    const now = address();
    if (now !== shown) history.replaceState(null, "", now);
    shown = now;
  });
  addEventListener("hashchange", () => location.reload());
}
