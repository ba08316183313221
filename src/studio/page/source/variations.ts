// The lines of a game beside the one that is shown, and comments on positions. Knows nothing of the rules: a line is the
// list of its moves from the start.

import type { LineComment } from "./protocol";

/** The most lines that are kept; the oldest goes. */
const MOST = 200;

export class Variations {
  private kept: string[][] = [];
  private readonly said = new Map<string, LineComment>();
  /** How often something has changed here. */
  changes = 0;

  /** All lines, the oldest first. */
  get lines(): readonly string[][] {
    return this.kept;
  }

  get comments(): LineComment[] {
    return [...this.said.values()];
  }

  /** Keeps a line, unless it is the beginning of a known one. */
  keep(line: string[]): void {
    if (line.length === 0 || this.kept.some((known) => begins(known, line))) return;
    this.kept = [...this.kept.filter((known) => !begins(line, known)), line].slice(-MOST);
    this.changes += 1;
  }

  /** Forgets all lines. */
  forgetLines(): void {
    this.kept = [];
    this.changes += 1;
  }

  /** The rests of the lines that leave this one before its ply `at`, each from that ply on; one for each move. */
  leaving(line: string[], at: number): string[][] {
    const before = line.slice(0, at);
    const rests = new Map<string, string[]>();
    for (const known of this.kept) {
      const next = known[at];
      if (next === undefined || next === line[at] || !begins(known, before)) continue;
      const rest = known.slice(at);
      if (rest.length > (rests.get(next)?.length ?? 0)) rests.set(next, rest);
    }
    return [...rests.values()];
  }

  comment(moves: string[]): string {
    return this.said.get(keyOf(moves))?.text ?? "";
  }

  /** Sets the comment on the position after these moves; an empty one is none. */
  setComment(moves: string[], text: string): void {
    if (text.trim() === "") this.said.delete(keyOf(moves));
    else this.said.set(keyOf(moves), { moves, text });
    this.changes += 1;
  }

  /** Takes these lines and comments in place of its own. */
  take(lines: string[][], comments: LineComment[]): void {
    this.kept = [];
    this.said.clear();
    this.changes += 1;
    for (const line of lines) this.keep(line);
    for (const { moves, text } of comments) this.setComment(moves, text);
  }
}

function begins(line: string[], moves: string[]): boolean {
  return moves.every((move, at) => line[at] === move);
}

function keyOf(moves: string[]): string {
  return JSON.stringify(moves);
}
