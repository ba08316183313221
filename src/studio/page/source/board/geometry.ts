// Where the squares of a board lie: which way the arrow keys go, whether its edges are named. Knows nothing of pieces.

import type { Board, EdgeName, Square } from "../protocol";
import { SIDE } from "./ground";

/** Whether the keyboard comes to a square: it can be named, or something stands there. */
export function isReached(square: Square): boolean {
  return square.name !== "" || square.piece !== undefined;
}

/** The square to which a key leads from another one; places that are left out are skipped. */
export function neighbour(board: Board, from: Square, key: string): Square | null {
  const inRow = (row: number) => board.squares.filter((square) => square.row === row && (isReached(square) || square === from));
  const row = inRow(from.row);
  const at = row.indexOf(from);
  switch (key) {
    case "ArrowLeft":
      return row[at - 1] ?? null;
    case "ArrowRight":
      return row[at + 1] ?? null;
    case "Home":
      return row[0] ?? null;
    case "End":
      return row.at(-1) ?? null;
    case "ArrowUp":
    case "ArrowDown": {
      const step = key === "ArrowUp" ? -1 : 1;
      for (let next = from.row + step; next >= 0 && next < board.rows; next += step) {
        const nearest = closest(inRow(next), from);
        if (nearest !== null) return nearest;
      }
      return null;
    }
    default:
      return null;
  }
}

/** The square of a row that is nearest to a column; of two, odd rows lead right, so that two steps go straight. */
function closest(row: Square[], from: Square): Square | null {
  const side = from.row % 2 === 0 ? 1 : -1;
  const away = (square: Square) => Math.abs(square.column - from.column - side * 0.1);
  return row.reduce<Square | null>((best, square) => (best === null || away(square) < away(best) ? square : best), null);
}

/** The board as it is seen from its other side. */
export function flipped(board: Board): Board {
  const squares = board.squares.map((square) => ({
    ...square,
    column: board.columns - 1 - square.column,
    row: board.rows - 1 - square.row,
    x: board.width - SIDE - square.x,
    y: board.height - SIDE - square.y,
  }));
  return { ...board, isFlipped: true, names: namesBeside(board), squares: squares.toReversed() };
}

/** The names of a board that is seen from its other side: they stay at their edges, beside their columns and rows. */
function namesBeside(board: Board): EdgeName[] {
  const rows = board.names.filter((name) => name.y <= board.height);
  const byHeight = rows.toSorted((one, other) => one.y - other.y);
  // Rows of hexagons lie further and further to one side.
  const [left, lean] = [leftmost(rows) + rightmost(rows), (byHeight.at(-1)?.x ?? 0) - (byHeight[0]?.x ?? 0)];
  return board.names.map((name) =>
    name.y > board.height ? { ...name, x: board.width - name.x + lean } : { ...name, x: left - name.x, y: board.height - name.y },
  );
}

function leftmost(names: EdgeName[]): number {
  return names.reduce((least, name) => Math.min(least, name.x), Infinity);
}

function rightmost(names: EdgeName[]): number {
  return names.reduce((most, name) => Math.max(most, name.x), -Infinity);
}

/** Whether each square is called by its column and row, so that the edges can say it. */
export function hasCoordinates(board: Board): boolean {
  return board.names.length > 0;
}
