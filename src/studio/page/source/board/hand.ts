// A board on which pieces are set by hand, whatever the rules say about moves.

import type { Board, State } from "../protocol";
import type { Hand, Shown } from "./view";

export class HandBoard implements Shown {
  state: State | null = null;
  readonly asking = false;
  isFlipped = false;
  readonly awaitsPerson = false;
  readonly hint = null;
  readonly threats = null;

  constructor(readonly hand: Hand) {}

  /** Shows a board of the game that has this state. */
  show(state: State, board: Board): void {
    this.state = { ...state, board, moves: [], stuck: [], last: [] };
  }

  async why(): Promise<void> {}

  async choose(): Promise<void> {}
}
