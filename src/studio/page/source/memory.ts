// What a tab needs to come back to its game after a reload or a new start of the server: its line of
// moves with variations and comments, its unsaved texts, who plays, and the clock. Kept in the tab alone, for one game.

import type { KeptClock } from "./clock";
import type { ChosenFile, LineComment } from "./protocol";

/** What is remembered. */
export interface Remembered {
  moves: string[];
  ply: number;
  /** The facts of the first position, where it is not the start of the game. */
  start: string | null;
  texts: Record<string, string>;
  /** What the files of these texts were on the disk. */
  versions: Record<string, string | null>;
  players: Record<string, string>;
  /** The second game, if it was chosen here. */
  second: ChosenFile | null;
  /** The lines beside the one that is shown, and the comments. */
  lines: string[][];
  comments: LineComment[];
  clock: KeptClock | null;
}

const KEY = "regola";

/** What this tab remembers of the game that goes by this name: a server's token, say. */
export function recall(key: string): Remembered {
  const nothing = { moves: [], ply: 0, start: null, texts: {}, versions: {}, players: {}, second: null, lines: [], comments: [], clock: null };
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as ({ key: string } & Remembered) | null;
    return kept?.key === key ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

export function remember(key: string, what: Remembered): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ key, ...what }));
  } catch {
    // A tab without storage, or with too little, plays all the same.
  }
}
