// Why something is legal or not, in words; the clauses that the words speak of can be opened in the editor.

import { element } from "../element";
import { fileName } from "../file";
import type { Game, Told } from "../game";
import type { EditorPanel } from "./editor";
import type { QuestionView } from "./question";

export class ReasonView {
  private readonly heading = element("h2", {}, "Why");
  private readonly body = element("div", { class: "reason", "aria-live": "polite" });
  private readonly close = element("button", { type: "button", class: "quiet", "aria-label": "Close", click: () => this.game.forgetReason() }, "×");
  readonly root = element(
    "section",
    { class: "panel why", "aria-label": "Why" },
    element("div", { class: "bar-above" }, this.heading, this.close),
    this.body,
  );
  private shown: Told | null | undefined = undefined;

  constructor(
    private readonly game: Game,
    private readonly editor: EditorPanel,
    private readonly question: QuestionView,
  ) {}

  render(): void {
    const { reason } = this.game;
    if (reason === this.shown) return;
    this.shown = reason;
    this.root.classList.toggle("empty", reason === null);
    this.close.hidden = reason === null;
    if (reason === null) {
      this.heading.textContent = "Why";
      const words = "Press “Why?” and click a square or a move, or press ? on a square, to see why a move is legal or by which condition it is not.";
      this.body.replaceChildren(element("p", { class: "faint" }, words));
      return;
    }
    this.heading.textContent = `Why ${reason.about} ${this.verdict(reason)}`;
    const places = element("p", { class: "places" });
    this.body.replaceChildren(element("pre", { tabindex: 0 }, reason.text), places, ...this.cost(reason));
    void this.list(reason, places);
  }

  private verdict({ about, holds, isGoal }: Told): string {
    if (isGoal) return holds ? "has an answer" : "has no answer";
    if (holds) return "is legal";
    return this.game.state?.stuck.includes(about) === true ? "must not move" : "is not legal";
  }

  /** A button that shows what a legal move costs. */
  private cost({ move }: Told): HTMLElement[] {
    if (move === null) return [];
    const title = "Which predicates the proof and the move cost";
    return [element("button", { type: "button", title, click: () => void this.question.profile({ move }) }, "Profile")];
  }

  /** Buttons that lead to the clauses, each line once. */
  private async list(reason: Told, list: HTMLElement): Promise<void> {
    const seen = new Set<string>();
    for (const place of reason.places) {
      const line = await this.editor.lineOf(place);
      if (this.shown !== reason) return;
      const name = `${fileName(place.path)}${line === null ? "" : `:${line}`}`;
      if (seen.has(name)) continue;
      seen.add(name);
      list.append(element("button", { type: "button", class: "place", click: () => void this.editor.reveal(place) }, name));
    }
  }
}
