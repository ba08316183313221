// What a tab needs to come back to its game after a reload or a new start of the server: its line of
// moves, its unsaved texts and who plays. Kept in the tab alone, for one game.

/** What is remembered. */
export interface Remembered {
  moves: string[];
  ply: number;
  texts: Record<string, string>;
  /** What the files of these texts were on the disk. */
  versions: Record<string, string | null>;
  players: Record<string, string>;
}

const KEY = "regola";

/** What this tab remembers of the game that goes by this name: a server's token, say. */
export function recall(key: string): Remembered {
  const nothing = { moves: [], ply: 0, texts: {}, versions: {}, players: {} };
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
