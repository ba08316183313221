// A game on a board that is not played there: it is looked at.

import type { State } from "../protocol";
import type { Shown } from "./view";

export class Display implements Shown {
  state: State | null = null;
  readonly asking = false;
  isFlipped = false;
  readonly awaitsPerson = false;
  readonly hint = null;
  readonly threats = null;

  async why(): Promise<void> {}

  async choose(): Promise<void> {}
}
