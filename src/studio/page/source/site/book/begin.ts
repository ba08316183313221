// Begins the examples of a page of the book.

import { AskedExample } from "./asked";
import { BoardExample } from "./board";
import type { Example } from "./example";

/** Shows the parts of an example in its frame, and runs it. */
export async function begin(frame: HTMLElement, example: Example): Promise<void> {
  const made = example.kind === "game" ? new BoardExample(frame, example) : new AskedExample(frame, example);
  await made.run();
}
