// A position of one's own: pieces are set on a board or the facts are changed by hand, and the game begins there.

import { element } from "../element";
import type { Game } from "../game";
import type { State } from "../protocol";
import { SketchView } from "./sketch";

/** The facts are shown on the board when nothing was typed for so long, in milliseconds. */
const PAUSE = 400;

export class SetUpView {
  private readonly facts = element("textarea", {
    name: "facts",
    rows: 8,
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": "Facts",
    input: () => this.typed(),
  });
  private readonly sketch: SketchView;
  private readonly begin = element("button", { type: "button", click: () => void this.game.lines.setUp(this.facts.value) }, "Begin here");
  private readonly present = element("button", { type: "button", click: () => this.reset() }, "Facts of this position");
  private readonly back = element("button", { type: "button", hidden: true, click: () => void this.game.lines.setUp(null) }, "Back to the start of the game");
  readonly root: HTMLDetailsElement;
  private shown: State | null = null;
  /** The facts as they were fetched: others are somebody's own, and stay. */
  private told = "";
  private timer = 0;

  constructor(private readonly game: Game) {
    this.sketch = new SketchView(
      game,
      () => this.facts.value,
      (facts) => (this.facts.value = facts),
    );
    this.root = element(
      "details",
      { class: "panel setup", toggle: () => this.render() },
      element("summary", {}, "Set up a position"),
      element("p", { class: "faint" }, "Choose a piece and click squares, or drag pieces. The rules may refuse an impossible position when you begin."),
      this.sketch.root,
      element("p", { class: "faint" }, "The same as facts, as the rules declare them:"),
      this.facts,
      element("div", { class: "buttons" }, this.begin, this.present, this.back),
    );
  }

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

  private typed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sketch.show(), PAUSE);
  }

  private async fetch(state: State): Promise<void> {
    const facts = await this.game.ask("facts").catch(() => null);
    if (facts === null || this.game.state !== state) return;
    if (this.facts.value === this.told) {
      this.told = facts.text;
      this.facts.value = facts.text;
    }
    await this.sketch.show();
  }
}
