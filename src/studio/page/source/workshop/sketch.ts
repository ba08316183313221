// A position that is set up on its board: a piece is chosen and put on squares, or dragged from one to another.

import { HandBoard } from "../board/hand";
import { emptySquare, pieceOf, SIDE } from "../board/ground";
import { BoardView } from "../board/view";
import { Fault } from "../connection";
import { drawn, element } from "../element";
import type { Game } from "../game";
import type { Board, Placed, Sketch } from "../protocol";

/** Stands for no piece, and for no value. */
const NONE = "";

export class SketchView {
  private readonly board = new HandBoard({
    put: (square) => void this.put(square),
    move: (from, to) => void this.move(from, to),
  });
  private readonly view = new BoardView(this.board, "Board to set up");
  private readonly pieces = element("div", { class: "pieces", role: "radiogroup", "aria-label": "Piece" });
  private readonly values = element("div", { class: "values" });
  private readonly lacking = element("p", { class: "faint", hidden: true }, "No fact of this game is a piece on a square: change its facts.");
  private readonly told = element("pre", { class: "trouble", role: "status", hidden: true });
  readonly root = element("div", { class: "sketch" }, this.pieces, this.lacking, this.view.root, this.values, this.told);

  private shown: Sketch | null = null;
  /** The pieces that are offered, as they were drawn last. */
  private offered = "";
  /** The glyph of the piece that is put on squares. */
  private chosen = NONE;
  /** One change after the other: each is made in what the one before has left. */
  private under: Promise<unknown> = Promise.resolve();

  /** `change` takes the facts of the position after each change. */
  constructor(
    private readonly game: Game,
    private readonly facts: () => string,
    private readonly change: (facts: string) => void,
  ) {}

  /** Shows the position with the present facts. */
  async show(): Promise<void> {
    await this.ask(null);
  }

  private async put(square: string): Promise<void> {
    const there = this.shown?.board?.squares.find(({ name }) => name === square)?.piece?.glyph;
    // The same piece again takes it away.
    const glyph = this.chosen === NONE || there === this.chosen ? null : this.chosen;
    await this.ask({ square, glyph });
  }

  private async move(from: string, to: string): Promise<void> {
    const glyph = this.shown?.board?.squares.find(({ name }) => name === from)?.piece?.glyph ?? null;
    // A piece that cannot stand there stays where it is.
    if (await this.ask({ square: to, glyph })) await this.ask({ square: from, glyph: null });
  }

  /** Makes a change; returns whether it was made. */
  private ask(placed: Placed | null): Promise<boolean> {
    const made = this.under.catch(() => undefined).then(() => this.carryOut(placed));
    this.under = made;
    return made;
  }

  private async carryOut(placed: Placed | null): Promise<boolean> {
    const { state } = this.game;
    const facts = this.facts();
    let fault = "";
    try {
      const sketch = await this.game.ask("sketch", { facts, placed });
      // Somebody may have typed meanwhile, and the game may have moved.
      if (state === null || state !== this.game.state || this.facts() !== facts) return false;
      this.render(sketch);
      if (placed !== null) this.change(sketch.facts);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (!error.lost) fault = error.message;
      // A value that was refused is not shown any longer.
      if (this.shown !== null) this.render(this.shown);
    }
    this.told.textContent = fault;
    this.told.hidden = fault === "";
    return fault === "";
  }

  private render(sketch: Sketch): void {
    const { state } = this.game;
    this.shown = sketch;
    const board = sketch.pieces.length === 0 ? null : sketch.board;
    for (const part of [this.pieces, this.view.root]) part.hidden = board === null;
    this.lacking.hidden = board !== null;
    if (state !== null && board !== null) {
      this.board.isFlipped = this.game.isFlipped;
      this.board.show(state, board);
      this.view.render();
      this.offer(sketch, board);
    }
    this.values.replaceChildren(...sketch.values.map((each) => this.choice(each)));
  }

  private offer({ pieces, drawings }: Sketch, board: Board): void {
    const offered = JSON.stringify([pieces, drawings]);
    if (offered === this.offered) return;
    this.offered = offered;
    if (!pieces.some(({ glyph }) => glyph === this.chosen)) this.chosen = pieces[0]?.glyph ?? NONE;
    const all = [...pieces, { glyph: NONE, said: "empty" }];
    this.pieces.replaceChildren(
      ...all.map(({ glyph, said }) => {
        const svg = drawn("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: board.surface, "aria-hidden": "true" });
        svg.append(drawn("g", { class: "square" }, emptySquare(board), ...(glyph === NONE ? [] : [pieceOf(drawings[glyph] ?? "")])));
        const choose = () => (this.chosen = glyph);
        const input = element("input", { type: "radio", name: "piece", "aria-label": said, checked: glyph === this.chosen, change: choose });
        return element("label", { title: said }, input, svg);
      }),
    );
  }

  /** A choice of the value of a fluent. */
  private choice({ fluent, values, value }: Sketch["values"][number]): HTMLElement {
    const select = element(
      "select",
      { "aria-label": fluent, change: () => void this.ask({ fluent, value: select.value === NONE ? null : select.value }) },
      ...[NONE, ...values].map((each) => element("option", { value: each, selected: each === (value ?? NONE) }, each === NONE ? "–" : each)),
    );
    return element("label", {}, `${fluent.replaceAll("_", " ")} `, select);
  }
}
