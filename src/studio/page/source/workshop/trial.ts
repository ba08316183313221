// Random games of the rules, and the faults that they show.

import { element, submitting } from "../element";
import { fileName } from "../file";
import type { Game } from "../game";
import type { Finding } from "../protocol";
import type { EditorPanel } from "./editor";
import { faultRow } from "./faults";

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
    const submit = submitting(() => void this.run());
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

  private row(finding: Finding): HTMLElement {
    const { place } = finding;
    if (place === null) return faultRow(finding, null);
    const click = () => void this.editor.reveal(place);
    return faultRow(finding, element("button", { type: "button", class: "place", click }, fileName(place.path)));
  }
}
