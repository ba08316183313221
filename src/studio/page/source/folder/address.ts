// The addresses of the pages that a program on this machine serves: with the token, and for a game its rule file. After
// `#` stands the line of moves.

import { type Line, writeLine } from "../address";

const fields = new URLSearchParams(location.search);

/** The secret of the program. */
export const token = fields.get("token") ?? "";

/** The rule file of this page's game. */
export const game = fields.get("game") ?? "";

/** An address of the program, with the token. */
export function request(path: string, also: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ token, ...also })}`;
}

/** The page with all games of the folder. */
export const gallery = request("/");

/** The address of a game, at the end of a line of moves. */
export function addressOf(path: string, line: Line = { moves: [], start: null }): string {
  const fragment = String(writeLine(new URLSearchParams(), line));
  return request("/", { game: path }) + (fragment === "" ? "" : `#${fragment}`);
}
