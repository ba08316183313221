// Who is to move, what the program is doing, how the game has ended: one line above the board, which a screen reader
// says as well.

import { element } from "../element";
import type { Game } from "../game";
import type { State } from "../protocol";
import { worthText } from "../worth";
import { colourDot, dot } from "./dot";

export class StatusView {
  private readonly dot = dot();
  private readonly words = element("span", { role: "status", class: "words" });
  private readonly detail = element("span", { class: "detail" });
  /** Says a hint once it is found; how far a search has come is only shown. */
  private readonly said = element("span", { role: "status", class: "said" });
  private readonly action = element("button", { type: "button", class: "primary", hidden: true, click: () => this.game.goOn() });
  private readonly trouble = element("pre", { class: "trouble", role: "alert", hidden: true });
  readonly root: HTMLElement;

  constructor(private readonly game: Game) {
    this.root = element(
      "div",
      { class: "status" },
      element("p", {}, this.dot, this.words, this.detail, this.said, this.action),
      this.trouble,
    );
  }

  render(): void {
    const { game } = this;
    const { state } = game;
    this.trouble.hidden = game.trouble === null;
    this.trouble.textContent = game.trouble ?? "";
    if (state === null) {
      this.say(game.trouble === null ? "The board is being set up." : "There is no game yet.");
      return;
    }
    const role = game.program.thinking?.role ?? state.mover[0];
    colourDot(this.dot, state, game.isOver ? undefined : role);
    this.root.classList.toggle("over", game.isOver);
    this.say(wordsFor(game, state));
    const [detail, hint] = [this.progress(), this.hint()];
    this.detail.textContent = detail;
    if (this.said.textContent !== hint) this.said.textContent = hint;
    const asleep = state.mover.find((each) => !game.isPerson(each));
    this.action.hidden = !game.waiting || game.isOver || asleep === undefined;
    this.action.textContent = `Let ${asleep ?? "it"} play`;
  }

  /** Sets the words only when they change, so that they are not said twice. */
  private say(words: string): void {
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  private progress(): string {
    const progress = this.game.program.thinking?.progress;
    if (progress === null || progress === undefined) return "";
    return `depth ${progress.depth}: ${progress.move} ${worthText(progress)}, ${positions(progress.nodes)}`;
  }

  private hint(): string {
    const { hint } = this.game;
    if (hint === null) return "";
    const mover = this.game.state?.mover ?? [];
    if (mover.length > 1) {
      // The moves of others are theirs to find out.
      const own = hint.move.split("+").map((move, at) => ({ move, role: mover[at] ?? "" }));
      return `Hint: ${own.filter(({ role }) => this.game.isPerson(role)).map(({ move, role }) => `${role} ${move}`).join(", ")}`;
    }
    const worth = hint.depth === 0 ? "the only move" : worthText(hint);
    const onward = hint.line.slice(1, 5);
    return `Hint: ${hint.move} (${worth})${onward.length > 0 ? `, then ${onward.join(" ")}` : ""}`;
  }
}

function wordsFor(game: Game, state: State): string {
  if (game.forfeit !== null) {
    const { role, by } = game.forfeit;
    const others = state.roles.filter((each) => each !== role);
    const end = others.length === 1 ? `, ${others[0]} wins` : "";
    if (by === "time") return `${capital(role)} has lost on time${end}.`;
    return `${state.roles.length === 1 ? "Given up" : `${capital(role)} resigns`}${end}.`;
  }
  if (state.result !== null) return `${capital(state.result.words)}.`;
  if (game.program.thinking?.forHint === true) return "Looking for a hint";
  if (game.program.thinking !== null) return `${capital(game.program.thinking.role)} is thinking`;
  const before = state.line[state.ply - 1];
  const played = before === undefined || state.roles.length === 1 ? "" : `${capital(before.role)} played ${before.move}. `;
  const { mover } = state;
  if (mover.length > 1) return `${played}${capital(listed(mover))} move at once.`;
  return `${played}${capital(mover[0] ?? "nobody")} to move.`;
}

function listed(names: string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function positions(nodes: number): string {
  return nodes === 1 ? "1 position" : `${nodes.toLocaleString("en")} positions`;
}
