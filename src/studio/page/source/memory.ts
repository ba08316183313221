// What a tab needs to come back to a game after a reload, a visit to another one or a new start of the server: its line
// of moves with variations and comments, its unsaved texts, who plays, and the clock. Kept in the tab alone, for each game.

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

/** How the keys of games begin, before their names. */
const GAMES = "regola ";

/** What this tab remembers of the game that goes by this name. */
export function recall(key: string): Remembered {
  const nothing = { moves: [], ply: 0, start: null, texts: {}, versions: {}, players: {}, second: null, lines: [], comments: [], clock: null };
  try {
    const kept = JSON.parse(sessionStorage.getItem(GAMES + key) ?? "null") as Partial<Remembered> | null;
    return { ...nothing, ...kept };
  } catch {
    return nothing;
  }
}

export function remember(key: string, what: Remembered): void {
  const keep = () => sessionStorage.setItem(GAMES + key, JSON.stringify(what));
  try {
    try {
      keep();
    } catch {
      // This game is the one that matters now. Texts that are not saved would be lost.
      const names = Object.keys(sessionStorage).filter((name) => name.startsWith(GAMES)).map((name) => name.slice(GAMES.length));
      const others = names.filter((name) => name !== key && Object.keys(recall(name).texts).length === 0);
      for (const name of others) sessionStorage.removeItem(GAMES + name);
      keep();
    }
  } catch {
    // A tab without storage, or with too little, plays all the same.
  }
}
