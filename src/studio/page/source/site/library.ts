// The games of the site, and the rule files of this browser's user.

import type { Line } from "../address";
import { type Card, type Contents, type Library, MOST_RECENT, type OwnFile, Refusal } from "../gallery/library";
import { siteFile } from "./files";
import { linkTo } from "./link";

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

/** The page of a game. */
const PAGE = "play.html";

let fetched: Promise<Shipped> | null = null;

/** What the site brings, which is fetched once. */
export function shipped(): Promise<Shipped> {
  fetched ??= fetch(siteFile("games.json")).then((answer) => answer.json() as Promise<Shipped>);
  return fetched;
}

/** The games of the site and of this browser. `brought` are the texts that a link has brought along, by path. */
export class BrowserLibrary implements Library {
  constructor(private readonly brought: Record<string, string> = {}) {}

  async contents(): Promise<Contents> {
    const { games, texts, templates } = await shipped();
    const here = { ...texts, ...ownFiles() };
    const card = (path: string): Card => {
      const game = games.find(({ name }) => `${name}.rules` === path);
      const picture = game === undefined ? null : async () => `pictures/${game.name}.svg`;
      return { title: game?.title ?? path, about: game?.about ?? "", version: "", open: this.address(path), picture };
    };
    const own = (path: string): OwnFile => ({
      name: path,
      address: this.address(path),
      removing: path in texts ? { words: "Undo all changes", label: `Undo all changes of ${path}` } : { words: "Delete", label: `Delete ${path}` },
      remove: () => forgetFile(path),
    });
    const recent = recentFiles().filter((path) => path in here);
    return {
      folder: null,
      recent: recent.slice(0, MOST_RECENT).map(card),
      games: null,
      copies: [],
      own: Object.keys(ownFiles()).sort().map(own),
      templates,
    };
  }

  async add(path: string, text: string): Promise<string> {
    const { texts } = await shipped();
    const free = freePath(path, { ...texts, ...this.brought, ...ownFiles() });
    try {
      this.keep(free, text);
    } catch {
      throw new Refusal("The browser has no room for another file.");
    }
    return free;
  }

  /** Keeps a file. An error says that the browser has no room for it. */
  keep(path: string, text: string): void {
    // With one file of a link its others are needed too, as they were saved last.
    localStorage.setItem(KEY, JSON.stringify({ ...this.brought, ...ownFiles(), [path]: text }));
  }

  address(path: string, line?: Line): string {
    return PAGE + linkTo(path, line?.moves, line?.start);
  }
}

/** The files that the user has saved in this browser, by path. */
export function ownFiles(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Forgets a file: one of the site comes back as it was. */
function forgetFile(path: string): void {
  const { [path]: _, ...others } = ownFiles();
  localStorage.setItem(KEY, JSON.stringify(others));
}

/** The rule files of the games that were opened last, the latest first. */
function recentFiles(): string[] {
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

/** A path like this one that none of the texts has: `corners.rules`, `corners-2.rules`. */
export function freePath(path: string, texts: Record<string, string>): string {
  const [, stem = path, end = ""] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  let free = path;
  for (let number = 2; free in texts; number += 1) free = `${stem}-${number}${end}`;
  return free;
}
