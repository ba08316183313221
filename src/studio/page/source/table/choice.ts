// A choice of who plays: the program at one of the game's levels or at a strength of one's own, or somebody else.

import { element } from "../element";
import type { State } from "../protocol";
import { StrengthView } from "./strength";

/** Stands for a strength of one's own, such as `depth=4,heuristic=discs`. */
const OWN = "…";

export class PlayerChoice {
  readonly select: HTMLSelectElement;
  readonly own: StrengthView;
  private readonly levels: string[];
  /** A strength of one's own was chosen, though it may be said like a level. */
  private wantsOwn = false;

  /** Offers `others` before the program. Calls `change` after every change by a person. */
  constructor(name: string, state: State, others: HTMLOptionElement[], change: () => void) {
    this.levels = levelsOf(state);
    this.own = new StrengthView(name, state.heuristics, change);
    const program = this.levels.map((level) => element("option", { value: level }, `program: ${level.replaceAll("_", " ")}`));
    const group = element("optgroup", { label: "the program" }, ...program, element("option", { value: OWN }, "program: own strength…"));
    const chosen = () => {
      this.wantsOwn = this.select.value === OWN;
      this.own.root.hidden = !this.wantsOwn;
      // What stands for empty fields is shown.
      if (this.wantsOwn) this.own.text = this.own.text;
      change();
    };
    this.select = element("select", { name, "aria-label": name, change: chosen }, ...others, group);
  }

  get player(): string {
    return this.select.value === OWN ? this.own.text : this.select.value;
  }

  /** Whether there can be such a player; what is wrong is told. */
  get isValid(): boolean {
    return this.select.value !== OWN || this.own.isValid;
  }

  set player(player: string) {
    const isOwn = this.wantsOwn || (player.includes("=") && !this.levels.includes(player));
    this.select.value = isOwn ? OWN : player;
    this.own.root.hidden = !isOwn;
    if (isOwn) this.own.text = player;
  }
}

/** The levels of the rule file, and the usual one where it is none of them. */
export function levelsOf(state: State): string[] {
  const levels = state.levels.map((level) => level.name);
  return levels.includes(state.usual) ? levels : [...levels, state.usual];
}
