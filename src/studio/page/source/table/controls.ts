// The buttons below the board.

import { element } from "../element";
import { isJudged } from "../evaluation";
import type { Game } from "../game";
import { prefer } from "../preferences";
import { canThreaten } from "../program";
import type { Sounds } from "./sound";

export class ControlsView {
  private readonly undo = button("Undo", "Back to your last move", () => void this.game.undo());
  private readonly redo = button("Redo", "On in the line of moves", () => void this.game.redo());
  private readonly hint = button("Hint", "What the program would play", () => void this.game.program.askHint());
  private readonly values = button("Values", "What each legal move is worth", () =>
    this.game.program.setWantsValues(!this.game.program.wantsValues),
  );
  private readonly bar = button("Bar", "A bar that shows what the position is worth", () => {
    this.game.program.setWantsEvaluation(!this.game.program.wantsEvaluation);
    prefer({ evaluation: this.game.program.wantsEvaluation });
  });
  private readonly threats = button("Threats", "Where the other side could take a piece or win with its next move", () => {
    this.game.program.setWantsThreats(!this.game.program.wantsThreats);
    prefer({ threats: this.game.program.wantsThreats });
  });
  private readonly why = button("Why?", "Click squares and moves to be told why they are legal or not", () =>
    this.game.setAsking(!this.game.asking),
  );
  private readonly flip = button("Flip", "See the board from the other side", () => this.game.flip());
  private readonly sound = button("Sound", "Tones for moves, captures, the end of the game, and a clock with little time", () =>
    this.sounds.toggle(),
  );
  private readonly resign = button("Resign", "Give the game up", () => this.game.resign());
  private readonly restart = button("New game", "Begin again", () => void this.game.restart());
  readonly root = element(
    "div",
    { class: "controls", role: "group", "aria-label": "Game" },
    element("span", { class: "group" }, this.undo, this.redo),
    element("span", { class: "group" }, this.hint, this.values, this.bar, this.threats, this.why),
    element("span", { class: "group" }, this.flip, this.sound, this.resign, this.restart),
  );

  constructor(
    private readonly game: Game,
    private readonly sounds: Sounds,
  ) {}

  render(): void {
    const { game } = this;
    const { state } = game;
    const [ply, end] = [state?.ply ?? 0, state?.line.length ?? 0];
    this.undo.disabled = ply === 0 && game.forfeit === null;
    this.redo.disabled = ply >= end;
    this.hint.disabled = !game.awaitsPerson || game.program.thinking !== null;
    this.resign.disabled = state === null || game.isOver;
    this.restart.disabled = state === null || (ply === 0 && game.forfeit === null && game.clock.control === null);
    this.flip.hidden = state === null || state.board === null;
    this.flip.setAttribute("aria-pressed", String(game.isFlipped));
    this.values.setAttribute("aria-pressed", String(game.program.wantsValues));
    this.bar.hidden = state !== null && !isJudged(state);
    this.bar.setAttribute("aria-pressed", String(game.program.wantsEvaluation));
    this.threats.hidden = state !== null && !canThreaten(state);
    this.threats.setAttribute("aria-pressed", String(game.program.wantsThreats));
    this.sound.setAttribute("aria-pressed", String(this.sounds.isOn));
    this.why.setAttribute("aria-pressed", String(game.asking));
    const only = state !== null && state.roles.length === 1;
    this.resign.textContent = only ? "Give up" : "Resign";
    // A button that can be pressed no more must not take the focus away with it.
    const pressed = document.activeElement;
    if (pressed instanceof HTMLButtonElement && pressed.disabled && this.root.contains(pressed)) {
      const other = [...this.root.querySelectorAll("button")].find((each) => !each.disabled);
      other?.focus();
    }
  }
}

function button(text: string, title: string, click: () => void): HTMLButtonElement {
  return element("button", { type: "button", title, click }, text);
}
