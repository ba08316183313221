// What stands beside the board: scores, hands and counts, as the rule file gives them.

import { element } from "../element";
import type { Game } from "../game";
import type { State } from "../protocol";
import { colourDot, dot } from "./dot";

export class BesideView {
  readonly root = element("dl", { class: "beside", hidden: true, "aria-label": "Beside the board" });
  private shown: State | null = null;

  constructor(private readonly game: Game) {}

  render(): void {
    const { state } = this.game;
    if (state === null || state === this.shown) return;
    this.shown = state;
    const beside = state.board?.beside ?? [];
    this.root.hidden = beside.length === 0;
    this.root.replaceChildren(
      ...beside.map(({ role, label, value }) => {
        const mark = dot();
        colourDot(mark, state, role);
        return element("div", {}, element("dt", {}, mark, role), element("dd", {}, `${label} `, element("strong", {}, value)));
      }),
    );
  }
}
