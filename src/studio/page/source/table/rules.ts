// How the game is played, in the words of its rule files.

import { Fault } from "../connection";
import { element } from "../element";
import type { Game } from "../game";
import type { RulesSection } from "../protocol";
import { rendered } from "../workshop/markdown";

const NOTHING =
  "The rule files say nothing of it. Comments at the head of the first file and above the clauses of `legal`, `terminal` and `goal` are shown here.";

export class RulesView {
  private readonly body = element("div", { class: "in-words" });
  readonly root = element(
    "details",
    { class: "panel", toggle: () => this.render() },
    element("summary", {}, "How it is played"),
    this.body,
  );
  /** The reading of the rules that is shown or asked for. */
  private shown = 0;

  constructor(private readonly game: Game) {}

  render(): void {
    const { readings, state } = this.game;
    if (!this.root.open || state === null || readings === this.shown) return;
    this.shown = readings;
    void this.ask(readings);
  }

  private async ask(reading: number): Promise<void> {
    try {
      const { sections } = await this.game.ask("rules");
      if (reading === this.shown) this.show(sections);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      // It is asked again with the next change.
      if (reading === this.shown) this.shown = 0;
    }
  }

  private show(sections: RulesSection[]): void {
    const parts = sections.flatMap(({ title, markdown }) => [element("h2", {}, title), rendered(markdown)]);
    this.body.replaceChildren(...(parts.length > 0 ? parts : [rendered(NOTHING)]));
  }
}
