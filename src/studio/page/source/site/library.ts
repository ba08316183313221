// The games of the site, and the rule files of this browser's user.

import { siteFile } from "./files";

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
const RECENT = "regola.recent";

/** So many games are remembered as recently used. */
const MOST_RECENT = 6;

export async function shipped(): Promise<Shipped> {
  return (await (await fetch(siteFile("games.json"))).json()) as Shipped;
}

/** The files that the user has saved in this browser, by path. */
export function ownFiles(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Keeps files. An error says that the browser has no room for them. */
export function keepFiles(files: Record<string, string>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...ownFiles(), ...files }));
}

/** Forgets a file: one of the site comes back as it was. */
export function forgetFile(path: string): void {
  const { [path]: _, ...others } = ownFiles();
  localStorage.setItem(KEY, JSON.stringify(others));
}

/** The rule files of the games that were opened last, the latest first. */
export function recentFiles(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers that the game of a file was opened. */
export function noteOpened(path: string): void {
  const others = recentFiles().filter((other) => other !== path);
  try {
    localStorage.setItem(RECENT, JSON.stringify([path, ...others].slice(0, MOST_RECENT)));
  } catch {
    // A browser without storage remembers nothing.
  }
}

/** The path of a file with this name beside another one. */
export function pathBeside(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf("/") + 1)}${name.trim().replaceAll(/[^\w-]+/g, "-")}.rules`;
}

/** A path like this one that none of the texts has: `corners.rules`, `corners-2.rules`. */
export function freePath(path: string, texts: Record<string, string>): string {
  const [, stem = path, end = ""] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  let free = path;
  for (let number = 2; free in texts; number += 1) free = `${stem}-${number}${end}`;
  return free;
}
