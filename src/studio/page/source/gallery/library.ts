// The games of a start page, wherever they are kept. Knows nothing of how they are shown.

import type { Line } from "../address";

/** Why something cannot be done, in words for the user. */
export class Refusal extends Error {}

/** A game as a start page shows it. */
export interface Card {
  title: string;
  about: string;
  /** Changes with the text of its rule file. */
  version: string;
  /** Where its page is; or makes its file first and returns that. */
  open: string | (() => Promise<string>);
  /** Its first position, as the address of a picture; null where there is none. A `Refusal` says why it cannot be drawn. */
  picture: (() => Promise<string>) | null;
}

/** A file that can be removed. */
export interface OwnFile {
  name: string;
  address: string;
  /** What removing it means, alone and with its name. */
  removing: { words: string; label: string };
  remove(): void;
}

/** What a start page shows. */
export interface Contents {
  /** The name of what contains the games, if it has one. */
  folder: string | null;
  /** The games that were used last, the last one first. */
  recent: Card[];
  /** All games; null where the page has them already. */
  games: Card[] | null;
  /** Games that are copied before they are opened. */
  copies: Card[];
  /** Files that can be removed. */
  own: OwnFile[];
  /** The texts with which a new game can begin, by name. `NAME` in them stands for its title. */
  templates: Record<string, string>;
}

/** Where games are found and new ones are kept. */
export interface Library {
  contents(): Promise<Contents>;
  /** Keeps a new file under this path, or a free one like it; returns that. A `Refusal` says why it cannot. */
  add(path: string, text: string): Promise<string>;
  /** The address of a game, at the end of a line of moves. */
  address(path: string, line?: Line): string;
}

/** So many games are shown as used last. */
export const MOST_RECENT = 6;

/** The longest rule file that is taken, in bytes. */
export const LONGEST = 1 << 20;

/** Whether a file is one of rules, by its name. */
export function isRuleFile(name: string): boolean {
  return /\.(rules|kif)$/.test(name);
}

/** Whether a text is a game of its own, and no part of others. */
export function declaresGame(text: string): boolean {
  return /^:- game\(/m.test(text);
}

/** The path of a file with this name beside another one, and of the same kind. */
export function pathBeside(path: string, name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}_-]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  const ending = isRuleFile(path) ? path.slice(path.lastIndexOf(".")) : ".rules";
  return `${path.slice(0, path.lastIndexOf("/") + 1)}${plain}${ending}`;
}
