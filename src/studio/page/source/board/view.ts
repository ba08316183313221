// The board on the page: squares to point at with mouse, finger or keyboard. What may be done is the entry's
// matter; what is drawn on a square the pieces'.

import { drawn, element } from "../element";
import type { Board, Choice, LegalMove, State, Threats } from "../protocol";
import { Cell } from "./cell";
import { draggable } from "./drag";
import { Entry } from "./entry";
import { FloatingPiece, isStill, rise } from "./floating";
import { flipped, hasCoordinates, isReached, neighbour } from "./geometry";
import { groundOf, linesOf, SIDE, surfaceOf } from "./ground";

/** Whoever stays on a piece that must not move for so long, in milliseconds, is told why. */
const DWELL = 450;

/** The room for the names at the edges, in units of the drawing. */
const EDGE = 22;

/** Who sets the pieces of a board by hand. */
export interface Hand {
  /** A square was clicked. */
  put(square: string): void;
  /** The piece of a square was dragged to another one. */
  move(from: string, to: string): void;
}

/** The game that a board shows, and what may be done with it. */
export interface Shown {
  readonly state: State | null;
  readonly asking: boolean;
  /** The board is seen from its other side. */
  readonly isFlipped: boolean;
  readonly awaitsPerson: boolean;
  readonly hint: Choice | null;
  readonly threats: Threats | null;
  /** Takes all that is done with the pieces, where they are set by hand. */
  readonly hand?: Hand;
  why(about: { move: string } | { square: string }): Promise<void>;
  choose(role: string, move: string): Promise<void>;
}

export class BoardView {
  readonly root = element("div", { class: "board" });
  /** Says what has been picked up, and offers moves that go the same way. */
  readonly note = element("div", { class: "note", "aria-live": "polite" });
  private entry = new Entry([], []);
  private blocked: string | null = null;
  /** The squares by their columns and rows, and those that have names by their names. */
  private readonly cells = new Map<string, Cell>();
  private readonly named = new Map<string, Cell>();
  /** The board as it was last drawn. */
  private seen: Board | null = null;
  private shape = "";
  private shown: State | null = null;
  private dwell = 0;
  private focus: string | null = null;
  /** A move was made by dropping its piece: it has come already. */
  private wasDropped = false;
  private readonly endDrag: () => void;
  /** The piece on its way to where it has been played. */
  private going: FloatingPiece | null = null;

  constructor(
    private readonly game: Shown,
    private readonly label = "Board",
    /** The squares that look otherwise on another board. */
    private readonly differing: () => ReadonlySet<string> = () => new Set(),
  ) {
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.endDrag = draggable(this.root, { take: (square) => this.take(square), drop: (from, to) => this.drop(from, to) });
  }

  render(): void {
    const { state, asking } = this.game;
    if (state === null) return;
    this.root.classList.toggle("asking", asking);
    const before = this.shown;
    if (state !== before) {
      this.shown = state;
      this.blocked = null;
      this.endDrag();
      this.going?.land();
      this.going = null;
      this.entry = new Entry(state.moves, state.stuck);
      const hadFocus = this.note.contains(document.activeElement);
      this.note.replaceChildren();
      if (hadFocus) this.takeFocus();
    }
    if (state.board === null) {
      this.shape = "";
      this.root.replaceChildren(element("pre", { class: "position", tabindex: 0, "aria-label": "Position" }, state.text));
      return;
    }
    this.seen = this.game.isFlipped ? flipped(state.board) : state.board;
    this.build(this.seen);
    this.fill(state, this.seen);
    if (before !== null && state !== before) this.move(before, state);
  }

  /** Lets the piece that has moved come from where it stood, or a new one come up. */
  private move(before: State, state: State): void {
    const wasDropped = this.wasDropped;
    this.wasDropped = false;
    if (state.ply !== before.ply + 1 || wasDropped || isStill()) return;
    const way = state.last.map((name) => this.named.get(name)?.square);
    const [from, to] = [way[0], way.at(-1)];
    if (from === undefined || to?.piece === undefined) return;
    const had = before.board?.squares.find((square) => square.name === from.name)?.piece;
    const piece = this.cells.get(Cell.key(to))?.standing ?? null;
    const svg = this.root.querySelector("svg");
    if (piece === null || svg === null) return;
    if (way.length === 1 && had === undefined) rise(piece);
    if (way.length > 1 && had !== undefined && from.piece === undefined) {
      this.going = new FloatingPiece(piece, svg);
      void this.going.go(way.filter((square) => square !== undefined));
    }
  }

  /** Takes up a piece to be dragged: one that can move, or the one on its way. */
  private take(square: string): SVGElement | null {
    if (this.game.hand !== undefined) return this.named.get(square)?.standing ?? null;
    if (!this.game.awaitsPerson || this.game.asking) return null;
    const cell = this.named.get(square);
    if (cell === undefined || cell.standing === null) return null;
    const wasPicked = this.entry.pointed.at(-1) === square;
    if (!this.entry.pickUp(square)) return null;
    if (!wasPicked) {
      this.blocked = null;
      this.note.replaceChildren(`${square} is picked up.`);
      this.render();
    }
    return cell.standing;
  }

  private drop(from: string, to: string): void {
    if (this.game.hand !== undefined) {
      this.game.hand.move(from, to);
      return;
    }
    // It may have been put down meanwhile.
    if (this.entry.pointed.at(-1) !== from) return;
    this.wasDropped = this.point(to);
  }

  /** Takes the focus to the square on which it was last. */
  private takeFocus(): void {
    this.root.querySelector<SVGElement>("[tabindex='0']")?.focus();
  }

  /** Makes the squares, unless the board is still the same. */
  private build(board: Board): void {
    const places = board.squares.map((square) => `${square.x},${square.y},${square.name},${square.dark ?? false}`);
    const { surface, width, height, beneath, upon, isFlipped } = board;
    const shape = `${surface} ${width}x${height} ${isFlipped ?? false} ${beneath ?? ""} ${upon ?? ""} ${places.join(" ")}`;
    if (shape === this.shape) return;
    this.shape = shape;
    const hadFocus = this.root.contains(document.activeElement);
    this.cells.clear();
    this.named.clear();
    const edges = hasCoordinates(board);
    const edge = edges ? EDGE : 0;
    const svg = drawn(
      "svg",
      {
        viewBox: `${-edge} 0 ${width + edge} ${height + edge}`,
        role: "grid",
        class: surfaceOf(board),
        "aria-label": this.label,
        "aria-rowcount": board.rows,
        "aria-colcount": board.columns,
      },
      groundOf(board),
    );
    this.root.style.setProperty("--shape", String((width + edge) / (height + edge)));
    this.root.style.setProperty("--columns", String(board.columns));
    this.root.style.setProperty("--across", String((width + edge) / SIDE));
    const isOpen = board.open === true;
    if (isOpen) svg.append(linesOf(board));
    svg.append(...this.rows(board, !edges));
    if (!isOpen) svg.append(linesOf(board));
    if (edges) svg.append(edgeNames(board));
    const first = this.cells.get(this.focus ?? "") ?? [...this.cells.values()].find((cell) => isReached(cell.square));
    first?.group.setAttribute("tabindex", "0");
    this.focus = first === undefined ? null : Cell.key(first.square);
    this.root.replaceChildren(svg);
    if (hadFocus) first?.group.focus();
  }

  /** The squares, row by row; `isNamed` if their names are written on them. */
  private rows(board: Board, isNamed: boolean): SVGElement[] {
    const rows = new Map<number, SVGElement>();
    for (const square of board.squares) {
      const row = rows.get(square.row) ?? drawn("g", { role: "row", "aria-rowindex": square.row + 1 });
      rows.set(square.row, row);
      const cell = new Cell(square, board, isNamed, {
        click: ({ square }) => this.click(square.name),
        focus: (cell) => this.visit(cell),
        linger: ({ square }) => this.linger(square.name),
        leave: () => this.leave(),
      });
      row.append(cell.group);
      this.cells.set(Cell.key(square), cell);
      if (square.name !== "") this.named.set(square.name, cell);
    }
    return [...rows.values()];
  }

  /** Draws what stands on the squares, and what they mean for the one who is to move. */
  private fill(state: State, board: Board): void {
    const persons = this.game.awaitsPerson;
    const open = persons ? this.entry.open() : new Set<string>();
    const pointed = new Set(this.entry.pointed);
    const [first, at] = [this.entry.pointed[0], this.entry.pointed.at(-1)];
    const picksUp = persons && pointed.size === 0 && !this.entry.isSingle;
    const hinted = new Set(this.hintedSquares(state));
    const last = new Set(state.last);
    const differing = this.differing();
    const [taken, won] = [new Set(this.game.threats?.taken), new Set(this.game.threats?.won)];
    // A piece on its way is drawn where it has come to.
    const carried = first === at ? undefined : board.squares.find((square) => square.name === first)?.piece;
    for (const square of board.squares) {
      const { name } = square;
      let { piece } = square;
      if (carried !== undefined && name === first) piece = undefined;
      if (carried !== undefined && name === at) piece = carried;
      const isNamed = name !== "";
      this.cells.get(Cell.key(square))?.show(square, board, piece, {
        open: isNamed && open.has(name),
        movable: isNamed && picksUp && this.entry.starts(name),
        stuck: isNamed && persons && this.entry.isStuck(name),
        picked: isNamed && pointed.has(name),
        blocked: isNamed && this.blocked === name,
        last: isNamed && last.has(name),
        hint: isNamed && hinted.has(name),
        threatened: isNamed && taken.has(name),
        losing: isNamed && won.has(name),
        differs: isNamed && differing.has(name),
      });
    }
  }

  private hintedSquares(state: State): string[] {
    const { hint } = this.game;
    if (hint === null) return [];
    return state.moves.find((move) => move.move === hint.move)?.path ?? [];
  }

  /** Takes a click, or Enter on a square. */
  private click(square: string): void {
    this.wasDropped = false;
    this.point(square);
  }

  /** Points at a square; returns whether a move was made. */
  private point(square: string): boolean {
    const { game } = this;
    if (square === "" || game.state === null) return false;
    if (game.hand !== undefined) {
      game.hand.put(square);
      return false;
    }
    if (game.asking) {
      void game.why({ square });
      return false;
    }
    if (!game.awaitsPerson) return false;
    const before = this.entry.pointed.join("-");
    const pointed = this.entry.point(square);
    this.blocked = null;
    this.note.replaceChildren();
    switch (pointed.kind) {
      case "selected":
        this.note.append(`${square} is picked up.`);
        break;
      case "step":
        this.note.append(`${pointed.left} more ${pointed.left === 1 ? "square" : "squares"} to go.`);
        break;
      case "complete":
        return this.complete(pointed.moves);
      case "blocked":
        this.blocked = square;
        this.note.append(`${square} must not move.`);
        void game.why({ square });
        break;
      case "refused":
        this.note.append(`${before} does not go on to ${square}.`);
        void game.why({ move: `${before}-${square}` });
        break;
      case "ignored":
        if (this.entry.isSingle && before === "") {
          this.note.append(`${square} is no legal move.`);
          void game.why({ square });
        }
    }
    this.render();
    return false;
  }

  /** Plays the move of a whole way, or offers several; returns whether it was played. */
  private complete(moves: LegalMove[]): boolean {
    const [only] = moves;
    if (moves.length === 1 && only !== undefined) {
      void this.game.choose(only.role, only.move);
      return true;
    }
    const choose = (move: LegalMove) => () => void this.game.choose(move.role, move.move);
    const buttons = moves.map((move) => element("button", { type: "button", click: choose(move) }, move.move));
    this.note.append("Which? ", ...buttons);
    this.render();
    buttons[0]?.focus();
    return false;
  }

  private key(event: KeyboardEvent): void {
    const cell = this.cells.get(this.focus ?? "");
    const board = this.seen;
    if (cell === undefined || board === null || event.ctrlKey || event.metaKey) return;
    switch (event.key) {
      case "Enter":
      case " ":
        this.click(cell.square.name);
        break;
      case "Escape":
        this.endDrag();
        this.entry.clear();
        this.blocked = null;
        this.note.replaceChildren();
        this.render();
        break;
      case "?":
        void this.game.why({ square: cell.square.name });
        break;
      default: {
        const next = neighbour(board, cell.square, event.key);
        if (next === null) return;
        this.cells.get(Cell.key(next))?.group.focus();
      }
    }
    event.preventDefault();
  }

  /** The keyboard has come to a square. */
  private visit(cell: Cell): void {
    this.cells.get(this.focus ?? "")?.group.setAttribute("tabindex", "-1");
    this.focus = Cell.key(cell.square);
    cell.group.setAttribute("tabindex", "0");
    this.linger(cell.square.name);
  }

  private linger(square: string): void {
    clearTimeout(this.dwell);
    if (!this.game.awaitsPerson || !this.entry.isStuck(square)) return;
    this.dwell = setTimeout(() => void this.game.why({ square }), DWELL);
  }

  private leave(): void {
    clearTimeout(this.dwell);
  }
}

function edgeNames(board: Board): SVGGElement {
  const names = board.names.map((name) => drawn("text", { x: name.x, y: name.y }, name.text));
  return drawn("g", { class: "edges", "aria-hidden": "true" }, ...names);
}
