// A bar that shows what the position is worth, and the same in words.
//
// The words are no live region: they change with each depth of a search and after each move, of which the line above the
// board speaks already. A screen reader finds them here, after that line.

import { element } from "../element";
import { ended, isJudged, judged, type Judgement } from "../evaluation";
import type { Game } from "../game";
import type { State } from "../protocol";

export class EvaluationView {
  private readonly fill = element("span", { class: "fill" });
  private readonly ground = element("span", { class: "ground", "aria-hidden": "true" }, this.fill);
  private readonly words = element("p", {});
  readonly root = element("div", { class: "evaluation", role: "group", "aria-label": "Evaluation", hidden: true }, this.ground, this.words);

  constructor(private readonly game: Game) {}

  render(): void {
    const { game } = this;
    const { state } = game;
    this.root.hidden = !game.program.wantsEvaluation || state === null || !isJudged(state);
    if (state === null || this.root.hidden) return;
    const [first, second] = state.colours;
    const isNamed = typeof first === "string" && typeof second === "string";
    this.ground.className = isNamed ? `ground ${second}` : "ground";
    this.fill.className = isNamed ? `fill ${first}` : "fill";
    const known = this.known(state);
    // Until more is known, what was known before a move is a guess.
    this.root.classList.toggle("stale", known === null);
    const shown = known ?? (game.program.evaluation === null ? null : judged(game.program.evaluation));
    const words = shown?.words ?? (state.mover.length > 1 ? "Not known where several move at once" : "Being worked out");
    if (this.words.textContent !== words) this.words.textContent = words;
    this.fill.style.setProperty("--length", `${50 + 50 * (shown?.length ?? 0)}%`);
  }

  /** What is known of this very position. */
  private known(state: State): Judgement | null {
    const { forfeit, program } = this.game;
    const { evaluation } = program;
    if (forfeit !== null) return ended(state, forfeit.role === state.roles[0] ? -1 : 1);
    const goal = state.result?.goals.find(({ role }) => role === state.roles[0]);
    if (goal !== undefined) return ended(state, goal.value - 50);
    return evaluation?.state === state ? judged(evaluation) : null;
  }
}
