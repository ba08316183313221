// What a tab needs to come back to its game after a reload or a new start of the server: its line of
// moves, its unsaved texts and who plays. Kept in the tab alone, for one server's game.

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

/** What this tab remembers of the server with this token. */
export function recall(token: string): Remembered {
  const nothing = { moves: [], ply: 0, texts: {}, versions: {}, players: {} };
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as ({ token: string } & Remembered) | null;
    return kept?.token === token ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

export function remember(token: string, what: Remembered): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ token, ...what }));
  } catch {
    // A tab without storage, or with too little, plays all the same.
  }
}
