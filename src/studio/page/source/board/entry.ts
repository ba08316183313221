// Entering a move square by square: pick up a piece, then point at the squares of its way. Decides nothing
// itself: each square is held against the paths of the legal moves, so that no illegal move can be entered.

import type { LegalMove } from "../protocol";

/** What pointing at a square did. */
export type Pointed =
  /** No move starts there, and no own piece stands there. */
  | { kind: "ignored" }
  /** The piece there can move, and is picked up. */
  | { kind: "selected" }
  /** An own piece stands there that must not move. */
  | { kind: "blocked" }
  /** The square does not continue what was begun, which stays as it is. */
  | { kind: "refused" }
  /** A step of the way; so many further squares belong to the longest move that goes on so. */
  | { kind: "step"; left: number }
  /** The way of these moves is complete: one, unless several go the same way. */
  | { kind: "complete"; moves: LegalMove[] };

interface Way {
  move: LegalMove;
  path: string[];
}

export class Entry {
  readonly pointed: string[] = [];
  /** Whether every move is one square, so that nothing is picked up. */
  readonly isSingle: boolean;
  private readonly ways: Way[];
  /** The squares where ways begin, and those of them that are a whole way. */
  private readonly firsts: Set<string | undefined>;
  private readonly wholes: Set<string | undefined>;
  private readonly stuck: Set<string>;

  constructor(moves: LegalMove[], stuck: string[]) {
    this.ways = moves.flatMap((move) => (move.path !== null && move.path.length > 0 ? [{ move, path: move.path }] : []));
    const single = this.ways.filter((way) => way.path.length === 1);
    this.isSingle = single.length === this.ways.length;
    this.firsts = new Set(this.ways.map((way) => way.path[0]));
    this.wholes = new Set(single.map((way) => way.path[0]));
    this.stuck = new Set(stuck);
  }

  /** The squares that are taken next: the starts of moves, or the next squares of the way. */
  open(): Set<string> {
    const next = this.possible().map((way) => way.path[this.pointed.length]);
    return new Set(next.filter((square) => square !== undefined));
  }

  starts(square: string): boolean {
    return this.firsts.has(square);
  }

  isStuck(square: string): boolean {
    return this.stuck.has(square);
  }

  /** Picks up the piece of a square to be dragged, unless it is on its way already; never plays a move. */
  pickUp(square: string): boolean {
    if (this.pointed.at(-1) === square && this.open().size > 0) return true;
    if (!this.starts(square) || this.wholes.has(square)) return false;
    this.pointed.splice(0, this.pointed.length, square);
    return true;
  }

  /**
   * Takes a square. The end of a way stands for the whole way, if only one ends there. The start of another move begins
   * anew, and the piece on its way is put down where it is pointed at again.
   */
  point(square: string): Pointed {
    // All of the way has been pointed at, and it was left open which move is meant.
    if (this.pointed.length > 0 && this.open().size === 0) this.clear();
    if (this.open().has(square)) {
      this.pointed.push(square);
      return this.progress();
    }
    const ending = this.pointed.length === 0 ? [] : this.possible().filter((way) => way.path.at(-1) === square);
    const [only] = ending;
    if (only !== undefined && ending.length === 1) {
      this.pointed.splice(0, this.pointed.length, ...only.path);
      return this.progress();
    }
    if (this.pointed[0] === square || this.pointed.at(-1) === square) {
      this.clear();
      return { kind: "ignored" };
    }
    if (this.starts(square)) {
      this.clear();
      this.pointed.push(square);
      return this.progress();
    }
    if (this.isStuck(square)) {
      this.clear();
      return { kind: "blocked" };
    }
    return { kind: this.pointed.length === 0 ? "ignored" : "refused" };
  }

  /** Puts the piece down again. */
  clear(): void {
    this.pointed.length = 0;
  }

  private possible(): Way[] {
    return this.ways.filter((way) => this.pointed.every((square, at) => way.path[at] === square));
  }

  private progress(): Pointed {
    const possible = this.possible();
    const complete = possible.filter((way) => way.path.length === this.pointed.length);
    if (complete.length > 0) return { kind: "complete", moves: complete.map((way) => way.move) };
    if (this.pointed.length === 1) return { kind: "selected" };
    const longest = Math.max(...possible.map((way) => way.path.length));
    return { kind: "step", left: longest - this.pointed.length };
  }
}
