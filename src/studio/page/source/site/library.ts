// The games of the site, and the rule files of this browser's user.

/** A game in the gallery. */
export interface ShownGame {
  name: string;
  title: string;
  about: string;
}

/** What the site brings. */
export interface Shipped {
  games: ShownGame[];
  /** Rule files to begin a game with, by name. */
  templates: Record<string, string>;
  /** The texts of all rule files, by path. */
  texts: Record<string, string>;
}

const KEY = "regola.files";

export async function shipped(): Promise<Shipped> {
  return (await (await fetch("games.json")).json()) as Shipped;
}

/** The files that the user has saved in this browser, by path. */
export function ownFiles(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Keeps a file. An error says that the browser has no room for it. */
export function keepFile(path: string, text: string): void {
  localStorage.setItem(KEY, JSON.stringify({ ...ownFiles(), [path]: text }));
}

/** Forgets a file: one of the site comes back as it was. */
export function forgetFile(path: string): void {
  const { [path]: _, ...others } = ownFiles();
  localStorage.setItem(KEY, JSON.stringify(others));
}

/** A path like this one that none of the texts has: `corners.rules`, `corners-2.rules`. */
export function freePath(path: string, texts: Record<string, string>): string {
  const [, stem = path, end = ""] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  let free = path;
  for (let number = 2; free in texts; number += 1) free = `${stem}-${number}${end}`;
  return free;
}
