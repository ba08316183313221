// A position of one's own: the facts of the present one are changed by hand, and the game begins there.

import { element } from "../element";
import type { Game } from "../game";
import type { State } from "../protocol";

export class SetUpView {
  private readonly facts = element("textarea", { name: "facts", rows: 8, spellcheck: "false", autocapitalize: "off", "aria-label": "Facts" });
  private readonly begin = element("button", { type: "button", click: () => void this.game.lines.setUp(this.facts.value) }, "Begin here");
  private readonly present = element("button", { type: "button", click: () => this.reset() }, "Facts of this position");
  private readonly back = element("button", { type: "button", hidden: true, click: () => void this.game.lines.setUp(null) }, "Back to the start of the game");
  private readonly words = element("p", { class: "faint" }, "One fact a line, as the rules declare them. A position that the rules call impossible is refused.");
  readonly root = element(
    "details",
    { class: "panel setup", toggle: () => this.render() },
    element("summary", {}, "Set up a position"),
    this.words,
    this.facts,
    element("div", { class: "buttons" }, this.begin, this.present, this.back),
  );
  private shown: State | null = null;
  /** The facts as they were fetched: others are somebody's own, and stay. */
  private told = "";

  constructor(private readonly game: Game) {}

  render(): void {
    const { state } = this.game;
    this.back.hidden = state === null || state.start === null;
    if (!this.root.open || state === null || state === this.shown) return;
    this.shown = state;
    void this.fetch(state);
  }

  private reset(): void {
    this.told = this.facts.value;
    this.shown = null;
    this.render();
  }

  private async fetch(state: State): Promise<void> {
    const facts = await this.game.ask("facts").catch(() => null);
    if (facts === null || this.game.state !== state || this.facts.value !== this.told) return;
    this.told = facts.text;
    this.facts.value = facts.text;
  }
}
