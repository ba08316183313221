// Who plays each role: a person, the program at one of the game's levels, or at a strength of one's own.

import { element } from "../element";
import { type Game, PERSON } from "../game";
import type { State } from "../protocol";
import { colourDot, dot } from "./dot";
import { StrengthView } from "./strength";

/** Stands for a strength of one's own, such as `depth=4,heuristic=discs`. */
const OWN = "…";

interface Seat {
  choice: HTMLSelectElement;
  own: StrengthView;
  root: HTMLElement;
  /** A strength of one's own was chosen, though it may be said like a level. */
  isOwn: boolean;
}

export class PlayersView {
  readonly root = element("div", { class: "players", role: "group", "aria-label": "Players" });
  private readonly seats = new Map<string, Seat>();
  private offered = "";

  constructor(private readonly game: Game) {}

  render(): void {
    const { state } = this.game;
    if (state === null) return;
    const levels = levelsOf(state);
    const offered = JSON.stringify([state.roles, levels, state.heuristics]);
    if (offered !== this.offered) {
      this.offered = offered;
      this.seats.clear();
      for (const role of state.roles) this.seats.set(role, this.seat(state, role, levels));
      this.root.replaceChildren(...[...this.seats.values()].map((seat) => seat.root));
    }
    for (const [role, seat] of this.seats) {
      seat.root.classList.toggle("moving", state.mover.includes(role) && !this.game.isOver);
      // Nothing is set while somebody writes.
      if (seat.own.isInUse) continue;
      const player = this.game.players.get(role) ?? PERSON;
      const isOwn = seat.isOwn || (player.includes("=") && !levels.includes(player));
      seat.choice.value = isOwn ? OWN : player;
      seat.own.root.hidden = !isOwn;
      if (isOwn) seat.own.text = player;
    }
  }

  private seat(state: State, role: string, levels: string[]): Seat {
    const own = new StrengthView(role, state.heuristics, () => this.game.setPlayer(role, own.text));
    const choose = () => {
      seat.isOwn = choice.value === OWN;
      this.game.setPlayer(role, seat.isOwn ? own.text : choice.value);
    };
    const person = element("option", { value: PERSON }, state.roles.length === 1 ? "you" : "a person");
    const program = levels.map((level) => element("option", { value: level }, `program: ${level.replaceAll("_", " ")}`));
    const other = element("option", { value: OWN }, "program: own strength…");
    const group = element("optgroup", { label: "the program" }, ...program, other);
    const choice = element("select", { name: role, "aria-label": role, change: choose }, person, group);
    const mark = dot();
    colourDot(mark, state, role);
    const root = element("div", { class: "seat" }, mark, element("span", { class: "role" }, role), choice, own.root);
    const seat: Seat = { choice, own, root, isOwn: false };
    return seat;
  }
}

/** The levels of the rule file, and the usual one where it is none of them. */
function levelsOf(state: State): string[] {
  const levels = state.levels.map((level) => level.name);
  return levels.includes(state.usual) ? levels : [...levels, state.usual];
}
