// A board on which pieces are set by hand, whatever the rules say about moves.

import type { Board, State } from "../protocol";
import { Display } from "./display";
import type { Hand } from "./view";

export class HandBoard extends Display {
  constructor(readonly hand: Hand) {
    super();
  }

  /** Shows a board of the game that has this state. */
  show(state: State, board: Board): void {
    this.state = { ...state, board, moves: [], stuck: [], last: [] };
  }
}
