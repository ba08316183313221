// A second rule file beside the first: the same moves on both boards, and the first difference of the two.

import { Display } from "../board/display";
import { BoardView } from "../board/view";
import { Fault } from "../connection";
import { element } from "../element";
import type { Game } from "../game";
import type { ChosenFile, Compared, Comparing, Difference, Differing, State } from "../protocol";
import { ChoiceView } from "./choice";
import { TextsView } from "./texts";

export class CompareView {
  private readonly second = new Display();
  private readonly board: BoardView;
  private readonly other = new BoardView(this.second, "Board of the second game", () => this.differing(1));
  private readonly captions = [caption(), caption()] as const;
  /** The moves that only one of the two has. */
  private readonly only = [element("p", { class: "only" }), element("p", { class: "only" })] as const;
  private readonly plies = element("input", { type: "number", min: 0, name: "plies" });
  private readonly note = element("p", { class: "missing", role: "status", hidden: true });
  private readonly find = element("button", { type: "button", click: () => void this.search() }, "Find the first difference");
  private readonly cancel = element(
    "button",
    { type: "button", hidden: true, click: () => void this.game.program.stop() },
    "Cancel",
  );
  private readonly bar = element("progress", { hidden: true, "aria-label": "Comparison" });
  private readonly progress = element("span", { class: "faint" });
  private readonly textual: TextsView;
  private readonly found = element("div", { class: "found", role: "status" });
  private readonly boards = element("div", { class: "boards", hidden: true });
  private readonly choice: ChoiceView;
  readonly root: HTMLDetailsElement;
  /** The state that the second game was last asked to follow. */
  private followed: State | null = null;
  /** The texts of the page when the two were last compared: by others what was found may be no longer true. */
  private texts = "";
  /** The texts of both games when they were last shown. */
  private compared = "";
  /** Which reading of the second game's files what was found is about. */
  private readings = 0;
  /** Whether there is a second game; null until that is known. */
  private exists: boolean | null = null;
  /** The chosen file to which that applies. */
  private chosen: ChosenFile | null = null;

  constructor(
    private readonly game: Game,
    offered: Record<string, string>,
  ) {
    this.choice = new ChoiceView(game, offered);
    this.board = new BoardView(game, "Board of the first game", () => this.differing(0));
    this.textual = new TextsView(game);
    this.textual.root.hidden = true;
    this.boards.append(
      element("figure", {}, this.captions[0].root, this.board.root, this.board.note, this.only[0]),
      element("figure", {}, this.captions[1].root, this.other.root, this.note, this.only[1]),
      element(
        "div",
        { class: "difference" },
        element("p", { class: "faint" }, "Both boards follow the same moves. ≠ marks what differs."),
        element("label", { class: "plies" }, "All lines of up to ", this.plies, " plies, then random games"),
        element("p", { class: "bar-above" }, this.find, this.cancel),
        element("p", { class: "under-way" }, this.bar, this.progress),
        this.found,
      ),
    );
    this.root = element(
      "details",
      { class: "panel compare", toggle: () => this.render() },
      element("summary", {}, element("h2", {}, "Compare")),
      this.choice.root,
      this.boards,
      this.textual.root,
    );
    // Whoever comes back may have changed the second file in an editor.
    addEventListener("focus", () => this.followAgain());
  }

  private differing(side: 0 | 1): ReadonlySet<string> {
    return new Set(this.game.compared?.differing[side].squares);
  }

  render(): void {
    const { state } = this.game;
    if (state === null) return;
    this.choice.render();
    if (this.chosen !== this.game.second) {
      this.chosen = this.game.second;
      this.exists = null;
    }
    if (this.exists === false || (this.exists === true && !this.root.open)) return;
    if (!this.boards.hidden) this.board.render();
    this.captions[0].turn.textContent = turnOf(state);
    if (this.texts !== this.textsNow()) this.found.replaceChildren();
    if (state !== this.followed) void this.follow(state);
  }

  private followAgain(): void {
    if (this.boards.hidden || this.find.disabled) return;
    this.followed = null;
    this.render();
  }

  /** Lets the second game play what the first one did. */
  private async follow(state: State): Promise<void> {
    this.followed = state;
    try {
      const compared = await this.game.follow();
      if (this.exists !== true && compared !== null) this.root.open = true;
      this.exists = compared !== null;
      this.appear(compared !== null);
      if (compared === null || this.game.state !== state) return;
      this.second.state = compared.state;
      this.captions[0].path.textContent = compared.first;
      this.captions[1].path.textContent = compared.path;
      this.captions[1].turn.textContent = turnOf(compared.state);
      this.tell(compared.note);
      this.mark(compared);
      const both = this.textsNow() + compared.readings;
      if (this.compared !== both) this.textual.renew();
      this.compared = both;
      this.board.render();
      this.other.render();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (fault.lost) {
        this.followed = null;
        return;
      }
      this.root.open = true;
      this.appear(true);
      this.tell(fault.message);
      for (const only of this.only) only.replaceChildren();
      this.board.render();
      this.other.render();
    }
  }

  private appear(exists: boolean): void {
    this.boards.hidden = !exists;
    this.textual.root.hidden = !exists;
  }

  /** What differs beside the boards themselves, and whether what was found is still about these files. */
  private mark({ differing, readings, usualPlies, mostPlies }: Compared): void {
    for (const [at, own] of differing.entries()) this.only[at]?.replaceChildren(...onlyHere(own));
    if (this.plies.max === "") this.plies.value = String(usualPlies);
    this.plies.max = String(mostPlies);
    if (this.readings !== readings) this.found.replaceChildren();
    this.readings = readings;
  }

  private tell(note: string | null): void {
    this.note.hidden = note === null;
    if (this.note.textContent !== (note ?? "")) this.note.textContent = note ?? "";
  }

  /** Compares the two, and goes to where they differ. */
  private async search(): Promise<void> {
    this.found.replaceChildren();
    this.texts = this.textsNow();
    this.searching(true);
    let difference: Difference | null = null;
    try {
      const plies = this.wantedPlies();
      difference = await this.game.program.difference(plies, (progress) => this.advance(progress));
      this.readings = difference.readings;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const words = fault.message === "cancelled" ? "The comparison was cancelled." : fault.message;
      this.found.replaceChildren(element("pre", {}, words));
    }
    this.searching(false);
    if (difference === null) return;
    const verdict = difference.same ? "No difference was found." : "They differ.";
    this.found.replaceChildren(
      element("p", { class: difference.same ? "same" : "differs" }, verdict),
      element("pre", {}, difference.words.trimEnd()),
    );
    if (!difference.same) await this.visit(difference.line);
  }

  /** Goes to where a line leads; not unasked, if moves that were played would be lost. */
  private async visit(line: string[]): Promise<void> {
    const played = this.game.state?.line.map((ply) => ply.move) ?? [];
    const begins = (one: string[], other: string[]) => one.every((move, at) => other[at] === move);
    // The line begins at the start of the game.
    const go = () => this.game.open(line, line.length, true, null);
    const isStart = (this.game.state?.start ?? null) === null;
    if (isStart && begins(line, played)) await this.game.go(line.length);
    else if (isStart && begins(played, line)) await go();
    else this.found.append(element("button", { type: "button", click: () => void go() }, "Go there, and leave this game"));
  }

  /** The plies in the field, within its bounds; null if there is no number. */
  private wantedPlies(): number | null {
    const plies = Math.trunc(this.plies.valueAsNumber);
    if (Number.isNaN(plies)) return null;
    const within = Math.min(Math.max(plies, 0), Number(this.plies.max));
    this.plies.value = String(within);
    return within;
  }

  private textsNow(): string {
    return JSON.stringify([...this.game.unsaved]);
  }

  private searching(under: boolean): void {
    this.find.disabled = under;
    this.cancel.hidden = !under;
    this.bar.hidden = !under;
    this.bar.removeAttribute("value");
    this.progress.textContent = "";
  }

  private advance({ stage, done, total, positions }: Comparing): void {
    this.bar.max = Math.max(total, 1);
    this.bar.value = done;
    this.progress.textContent = `${stage}, ${positions.toLocaleString("en")} positions`;
  }
}

function caption() {
  const path = element("strong");
  const turn = element("span", { class: "faint" });
  return { path, turn, root: element("figcaption", {}, path, turn) };
}

function onlyHere({ moves }: Differing): Node[] {
  const names = moves.map((move) => element("span", { class: "own", title: move.role }, move.move));
  return names.length === 0 ? [] : [element("span", {}, "≠ only here: "), ...names];
}

function turnOf(state: State): string {
  if (state.result !== null) return state.result.words;
  return state.mover.length === 0 ? "" : `${state.mover.join(" and ")} to move`;
}
