// Random games of the rules, and the faults that they show.

import { element } from "../element";
import type { Game } from "../game";
import type { Finding } from "../protocol";
import type { EditorPanel } from "./editor";

/** The games that are played when nothing else is said. */
const USUAL = 100;

export class TrialView {
  private readonly games = element("input", { type: "number", name: "games", min: 1, max: 10_000, value: USUAL, "aria-label": "Games" });
  private readonly play = element("button", { type: "submit" }, "Play");
  private readonly cancel = element("button", { type: "button", hidden: true, click: () => void this.game.program.stop() }, "Cancel");
  private readonly found = element("ul", { class: "faults", "aria-live": "polite" });
  private readonly notes = element("div", { class: "faint", "aria-live": "polite" });
  readonly root: HTMLElement;

  constructor(
    private readonly game: Game,
    private readonly editor: EditorPanel,
  ) {
    const submit = (event: Event) => {
      event.preventDefault();
      void this.run();
    };
    this.root = element(
      "details",
      { class: "panel trial" },
      element("summary", {}, "Try the rules"),
      element("p", { class: "faint" }, "Random games show moves that lead nowhere, results that never come, symmetries that do not hold."),
      element("form", { submit }, this.games, " random games ", this.play, this.cancel),
      this.notes,
      this.found,
    );
  }

  private async run(): Promise<void> {
    this.play.disabled = true;
    this.cancel.hidden = false;
    this.notes.textContent = "Playing …";
    this.found.replaceChildren();
    const trial = await this.game.program.trial(this.games.valueAsNumber || USUAL);
    this.play.disabled = false;
    this.cancel.hidden = true;
    this.notes.replaceChildren(...(trial?.notes ?? ["The games were ended."]).map((note) => element("p", {}, note)));
    const { findings = [] } = trial ?? {};
    if (trial !== null && findings.length === 0) this.notes.append(element("p", {}, "No fault was found."));
    this.found.replaceChildren(...findings.map((finding) => this.row(finding)));
  }

  private row({ severity, message, help, place }: Finding): HTMLElement {
    const go = () => void (place === null ? undefined : this.editor.reveal(place));
    const name = place?.path.split("/").at(-1) ?? "";
    const button = place === null ? null : element("button", { type: "button", class: "place", click: go }, name);
    const words = element("span", {}, message, help === "" ? null : element("span", { class: "help" }, ` ${help}`));
    return element("li", { class: severity }, button, words);
  }
}
