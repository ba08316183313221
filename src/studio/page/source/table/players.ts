// Who plays each role: a person, the program at one of the game's levels, or at a strength of one's own.

import { element } from "../element";
import { type Game, PERSON } from "../game";
import type { State } from "../protocol";
import { levelsOf, PlayerChoice } from "./choice";
import { colourDot, dot } from "./dot";

interface Seat {
  choice: PlayerChoice;
  root: HTMLElement;
}

export class PlayersView {
  readonly root = element("div", { class: "players", role: "group", "aria-label": "Players" });
  private readonly seats = new Map<string, Seat>();
  private offered = "";

  constructor(private readonly game: Game) {}

  render(): void {
    const { state } = this.game;
    if (state === null) return;
    const offered = JSON.stringify([state.roles, levelsOf(state), state.heuristics]);
    if (offered !== this.offered) {
      this.offered = offered;
      this.seats.clear();
      for (const role of state.roles) this.seats.set(role, this.seat(state, role));
      this.root.replaceChildren(...[...this.seats.values()].map((seat) => seat.root));
    }
    for (const [role, { choice, root }] of this.seats) {
      root.classList.toggle("moving", state.mover.includes(role) && !this.game.isOver);
      // Nothing is set while somebody writes.
      if (!choice.own.isInUse) choice.player = this.game.players.get(role) ?? PERSON;
    }
  }

  private seat(state: State, role: string): Seat {
    const person = element("option", { value: PERSON }, state.roles.length === 1 ? "you" : "a person");
    const choice = new PlayerChoice(role, state, [person], () => this.game.setPlayer(role, choice.player));
    const mark = dot();
    colourDot(mark, state, role);
    const root = element("div", { class: "seat" }, mark, element("span", { class: "role" }, role), choice.select, choice.own.root);
    return { choice, root };
  }
}
