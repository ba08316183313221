// The second game, to be looked at only: its board follows the moves of the first.

import type { Shown } from "../board/view";
import type { State } from "../protocol";

export class Second implements Shown {
  state: State | null = null;
  readonly asking = false;
  readonly isFlipped = false;
  readonly awaitsPerson = false;
  readonly hint = null;
  readonly threats = null;

  async why(): Promise<void> {}

  async choose(): Promise<void> {}
}
