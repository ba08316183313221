// Who plays each role: a person, or the program at one of the game's levels.

import { colourOf } from "../board/signs";
import { element } from "../element";
import { type Game, PERSON } from "../game";
import type { State } from "../protocol";

export class PlayersView {
  readonly root = element("div", { class: "players", role: "group", "aria-label": "Players" });
  private readonly selects = new Map<string, HTMLSelectElement>();
  private offered = "";

  constructor(private readonly game: Game) {}

  render(): void {
    const { state } = this.game;
    if (state === null) return;
    const levels = levelsOf(state);
    const offered = JSON.stringify([state.roles, levels]);
    if (offered !== this.offered) {
      this.offered = offered;
      this.build(state, levels);
    }
    for (const [role, select] of this.selects) {
      select.value = this.game.players.get(role) ?? PERSON;
      // A level that an edit has taken away.
      if (select.selectedIndex < 0) this.game.players.set(role, (select.value = state.usual));
      select.closest("label")?.classList.toggle("moving", state.mover.includes(role) && !this.game.isOver);
    }
  }

  private build(state: State, levels: string[]): void {
    this.selects.clear();
    const rows = state.roles.map((role) => {
      const person = element("option", { value: PERSON }, state.roles.length === 1 ? "you" : "a person");
      const options = levels.map((level) => element("option", { value: level }, level.replaceAll("_", " ")));
      const change = () => this.game.setPlayer(role, select.value);
      const select = element("select", { name: role, change }, person, element("optgroup", { label: "the program" }, ...options));
      this.selects.set(role, select);
      const colour = colourOf(role);
      const dot = element("span", { class: colour === null ? "dot" : `dot ${colour}`, "aria-hidden": "true" });
      return element("label", {}, dot, element("span", { class: "role" }, role), select);
    });
    this.root.replaceChildren(...rows);
  }
}

/** The levels of the rule file, and the usual one where it is none of them. */
function levelsOf(state: State): string[] {
  const levels = state.levels.map((level) => level.name);
  return levels.includes(state.usual) ? levels : [...levels, state.usual];
}
