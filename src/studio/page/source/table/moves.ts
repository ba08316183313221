// The legal moves: those that fit no square as buttons of their own, and the whole list with the value of each.

import { element } from "../element";
import type { Game } from "../game";
import type { LegalMove, MoveValue } from "../protocol";
import { barLengths, worthText } from "../worth";

export class MovesView {
  /** The moves that cannot be pointed at on the board. */
  readonly offBoard = element("div", { class: "off-board", role: "group", "aria-label": "Moves without a square" });
  private readonly list = element("div", { class: "moves" });
  private readonly summary = element("summary", {}, "Legal moves");
  /** What the values mean. */
  private readonly meaning = element("p", { class: "faint meaning" });
  readonly root = element("details", { class: "panel" }, this.summary, this.list, this.meaning);

  private shown: unknown[] = [];

  constructor(private readonly game: Game) {}

  render(): void {
    const { game } = this;
    const { state } = game;
    // Buttons stay as long as nothing changes them, so that they keep the focus and can be pressed at any time.
    const shows = [state, game.program.values, game.compared, game.program.wantsValues, game.isOver, [...game.chosen].join(), [...game.players].join()];
    if (shows.every((part, at) => part === this.shown[at])) return;
    this.shown = shows;
    const moves = state === null || game.isOver ? [] : state.moves;
    this.summary.textContent = `Legal moves (${moves.length})`;
    const names = new Set(state?.board?.squares.map((square) => square.name));
    const loose = moves.filter(({ path }) => path === null || !path.every((square) => names.has(square)));
    this.offBoard.replaceChildren(...loose.map((move) => this.button(move)));
    if (game.program.wantsValues && !this.root.open && game.program.values !== null) this.root.open = true;
    this.list.classList.toggle("valued", game.program.wantsValues);
    const [mover] = state?.mover ?? [];
    const level = state?.usual.replaceAll("_", " ") ?? "";
    this.meaning.hidden = !game.program.wantsValues || mover === undefined;
    this.meaning.textContent = `+ is good for ${mover} and − is bad, in points of level ${level}; “win in 3” is certain, in 3 plies.`;
    this.list.replaceChildren(...(game.program.wantsValues ? this.valued(moves, game.program.values) : moves.map((move) => this.button(move))));
  }

  private button(move: LegalMove): HTMLButtonElement {
    const several = (this.game.state?.mover.length ?? 0) > 1;
    const chosen = this.game.chosen.get(move.role) === move.move;
    const only = this.game.compared?.differing[0].moves.some((each) => each.role === move.role && each.move === move.move);
    return element(
      "button",
      {
        type: "button",
        class: "move",
        disabled: !this.game.isPerson(move.role),
        "aria-pressed": several ? String(chosen) : null,
        click: () => void this.game.choose(move.role, move.move),
      },
      several ? `${move.role}: ${move.move}` : move.move,
      only === true ? element("span", { class: "only", role: "img", "aria-label": ", not in the second game" }, "≠") : null,
    );
  }

  /** A row a move: the move, a bar, its value. The best come first, once their values are known. */
  private valued(moves: LegalMove[], values: MoveValue[] | null): HTMLElement[] {
    const lengths = barLengths(values ?? []);
    const rows = moves.map((move, at) => ({ move, value: values?.[at], length: lengths[at] ?? 0 }));
    rows.sort((one, other) => (other.value?.value ?? 0) - (one.value?.value ?? 0));
    return rows.map(({ move, value, length }) => {
      const bar = element("span", { class: length < 0 ? "bar minus" : "bar" });
      bar.style.setProperty("--length", `${Math.abs(length) * 50}%`);
      const best = value !== undefined && value.value === Math.max(...(values ?? []).map((each) => each.value));
      return element(
        "div",
        { class: best ? "worth best" : "worth" },
        this.button(move),
        element("span", { class: "track", "aria-hidden": "true" }, bar),
        element("span", { class: "value" }, value === undefined ? "…" : worthText(value)),
      );
    });
  }
}
