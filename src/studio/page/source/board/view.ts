// The board on the page: squares to point at with mouse, finger or keyboard. What may be done is the entry's
// matter; what is drawn on a square the pieces'.

import { drawn, element } from "../element";
import type { Board, Choice, LegalMove, Square, State } from "../protocol";
import { draggable } from "./drag";
import { Entry } from "./entry";
import { FloatingPiece, isStill, rise } from "./floating";
import { flipped, hasCoordinates, neighbour } from "./geometry";
import { emptySquare, groundOf, isOpen, linesOf, pieceOf, SIDE, standing } from "./ground";

/** Whoever stays on a piece that must not move for so long, in milliseconds, is told why. */
const DWELL = 450;

/** The room for the names at the edges, in units of the drawing. */
const EDGE = 22;

/** A board of more squares would be too much for a page. */
const MOST_SQUARES = 4096;

interface Cell {
  square: Square;
  group: SVGGElement;
  content: SVGGElement;
}

/** The game that a board shows, and what may be done with it. */
export interface Shown {
  readonly state: State | null;
  readonly asking: boolean;
  /** The board is seen from its other side. */
  readonly isFlipped: boolean;
  readonly awaitsPerson: boolean;
  readonly hint: Choice | null;
  why(about: { move: string } | { square: string }): Promise<void>;
  choose(role: string, move: string): Promise<void>;
}

export class BoardView {
  readonly root = element("div", { class: "board" });
  /** Says what has been picked up, and offers moves that go the same way. */
  readonly note = element("div", { class: "note", "aria-live": "polite" });
  private entry = new Entry([], []);
  private blocked: string | null = null;
  private cells = new Map<string, Cell>();
  /** The board as it was last drawn. */
  private seen: Board | null = null;
  private shape = "";
  private shown: State | null = null;
  private dwell = 0;
  private focus: string | null = null;
  /** The last square was pointed at by dropping a piece there: it has come already. */
  private wasDropped = false;

  constructor(
    private readonly game: Shown,
    private readonly label = "Board",
    /** The squares that look otherwise on another board. */
    private readonly differing: () => ReadonlySet<string> = () => new Set(),
  ) {
    this.root.addEventListener("keydown", (event) => this.key(event));
    draggable(this.root, { take: (square) => this.take(square), drop: (square) => this.drop(square) });
  }

  render(): void {
    const { state, asking } = this.game;
    if (state === null) return;
    this.root.classList.toggle("asking", asking);
    const before = this.shown;
    if (state !== before) {
      this.shown = state;
      this.blocked = null;
      this.entry = new Entry(state.moves, state.stuck);
      const hadFocus = this.note.contains(document.activeElement);
      this.note.replaceChildren();
      if (hadFocus) this.takeFocus();
    }
    if (state.board === null || state.board.squares.length > MOST_SQUARES) {
      this.shape = "";
      const text = state.board === null ? state.text : "This board is too large to be drawn here.";
      this.root.replaceChildren(element("pre", { class: "position", tabindex: 0, "aria-label": "Position" }, text));
      return;
    }
    this.seen = this.game.isFlipped ? flipped(state.board) : state.board;
    this.build(this.seen);
    this.fill(state, this.seen);
    if (before !== null && state !== before) this.move(before, state, this.seen);
  }

  /** Lets the piece that has moved come from where it stood, or a new one come up. */
  private move(before: State, state: State, board: Board): void {
    const wasDropped = this.wasDropped;
    this.wasDropped = false;
    if (state.ply !== before.ply + 1 || wasDropped || isStill()) return;
    const way = state.last.map((name) => board.squares.find((square) => square.name === name));
    const [from, to] = [way[0], way.at(-1)];
    if (from === undefined || to?.piece === undefined) return;
    const had = before.board?.squares.find((square) => square.name === from.name)?.piece;
    const cell = this.cells.get(keyOf(to));
    const piece = cell?.content.querySelector<SVGElement>(".piece") ?? null;
    const svg = this.root.querySelector("svg");
    if (piece === null || svg === null) return;
    if (way.length === 1 && had === undefined) rise(piece);
    if (way.length > 1 && had !== undefined && from.piece === undefined) {
      void new FloatingPiece(piece, svg).go(way.filter((square) => square !== undefined));
    }
  }

  /** Takes up a piece to be dragged: one that can move, or the one on its way. */
  private take(square: string): SVGElement | null {
    if (!this.game.awaitsPerson || this.game.asking || this.entry.isSingle) return null;
    if (this.entry.pointed.at(-1) !== square) {
      if (!this.entry.starts(square)) return null;
      this.point(square);
    }
    const cell = [...this.cells.values()].find((each) => each.square.name === square);
    return cell?.content.querySelector<SVGElement>(".piece") ?? null;
  }

  private drop(square: string): void {
    this.wasDropped = true;
    this.point(square);
  }

  /** Takes the focus to the square on which it was last. */
  private takeFocus(): void {
    this.root.querySelector<SVGElement>("[tabindex='0']")?.focus();
  }

  /** Makes the squares, unless the board is still the same. */
  private build(board: Board): void {
    const names = board.squares.map((square) => `${square.x},${square.y},${square.name},${square.dark ?? false}`);
    const { surface, width, height, upon, isFlipped } = board;
    const shape = `${surface} ${width}x${height} ${isFlipped ?? false} ${upon ?? ""} ${names.join(" ")}`;
    if (shape === this.shape) return;
    this.shape = shape;
    this.cells.clear();
    const edges = hasCoordinates(board);
    const edge = edges ? EDGE : 0;
    const svg = drawn(
      "svg",
      {
        viewBox: `${-edge} 0 ${width + edge} ${height + edge}`,
        role: "grid",
        class: surface,
        "aria-label": this.label,
        "aria-rowcount": board.rows,
        "aria-colcount": board.columns,
      },
      groundOf(board),
    );
    this.root.style.setProperty("--shape", String((width + edge) / (height + edge)));
    this.root.style.setProperty("--columns", String(board.columns));
    if (isOpen(board)) svg.append(linesOf(board));
    for (let row = 0; row < board.rows; row += 1) {
      const line = drawn("g", { role: "row", "aria-rowindex": row + 1 });
      for (const square of board.squares.filter((each) => each.row === row)) line.append(this.cell(board, square, edges));
      svg.append(line);
    }
    if (!isOpen(board)) svg.append(linesOf(board));
    if (edges) svg.append(edgeNames(board));
    const first = this.cells.get(this.focus ?? "") ?? this.cells.values().next().value;
    first?.group.setAttribute("tabindex", "0");
    this.root.replaceChildren(svg);
  }

  private cell(board: Board, square: Square, edges: boolean): SVGGElement {
    const content = drawn("g");
    const group = drawn(
      "g",
      {
        role: "gridcell",
        tabindex: -1,
        "aria-colindex": square.column + 1,
        "data-square": square.name,
        ...standing(square),
        click: () => this.click(square.name),
        focus: () => this.visit(square.name),
        pointerenter: () => this.linger(square.name),
        pointerleave: () => this.leave(),
        blur: () => this.leave(),
      },
      emptySquare(board),
    );
    if (!edges && square.name !== "") group.append(drawn("text", { class: "name", x: 3, y: 8.5 }, square.name));
    group.append(content, drawn("rect", { class: "focus", x: 1.6, y: 1.6, width: SIDE - 3.2, height: SIDE - 3.2, rx: 3.2 }));
    this.cells.set(keyOf(square), { square, group, content });
    return group;
  }

  /** Draws what stands on the squares, and what they mean for the one who is to move. */
  private fill(state: State, board: Board): void {
    const persons = this.game.awaitsPerson;
    const open = persons ? this.entry.open() : new Set<string>();
    const { pointed } = this.entry;
    const hinted = new Set(this.hintedSquares(state));
    const differing = this.differing();
    // A piece on its way is drawn where it has come to.
    const carried = pointed.length > 1 ? board.squares.find((square) => square.name === pointed[0])?.piece : undefined;
    for (const square of board.squares) {
      const cell = this.cells.get(keyOf(square));
      if (cell === undefined) continue;
      cell.square = square;
      let { piece } = square;
      if (carried !== undefined && square.name === pointed[0]) piece = undefined;
      if (carried !== undefined && square.name === pointed.at(-1)) piece = carried;
      const named = square.name !== "";
      const marks: Record<string, boolean> = {
        open: named && open.has(square.name),
        movable: named && persons && pointed.length === 0 && !this.entry.isSingle && this.entry.starts(square.name),
        stuck: named && persons && this.entry.isStuck(square.name),
        picked: named && pointed.includes(square.name),
        blocked: named && this.blocked === square.name,
        last: named && state.last.includes(square.name),
        hint: named && hinted.has(square.name),
        differs: named && differing.has(square.name),
      };
      for (const [mark, holds] of Object.entries(marks)) cell.group.classList.toggle(mark, holds);
      const halo = marks["movable"] === true ? drawn("circle", { class: "halo", cx: 20, cy: 20, r: 17.2 }) : null;
      const sign = marks["open"] === true && halo === null ? targetMark(piece !== undefined) : null;
      const hint = marks["hint"] === true ? drawn("rect", { class: "hint-mark", x: 1.6, y: 1.6, width: SIDE - 3.2, height: SIDE - 3.2 }) : null;
      const other = marks["differs"] === true ? differenceMark() : null;
      cell.content.replaceChildren(...[halo, pieceOf(board, piece), sign, hint, other].filter((part) => part !== null));
      cell.group.setAttribute("aria-label", spokenSquare(square.name, piece?.said ?? "empty", marks));
      cell.group.setAttribute("aria-selected", String(marks["picked"] === true));
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

  private point(square: string): void {
    const { game } = this;
    if (square === "" || game.state === null) return;
    if (game.asking) {
      void game.why({ square });
      return;
    }
    if (!game.awaitsPerson) return;
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
        this.complete(pointed.moves);
        return;
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
  }

  private complete(moves: LegalMove[]): void {
    const [only] = moves;
    if (moves.length === 1 && only !== undefined) {
      void this.game.choose(only.role, only.move);
      return;
    }
    const choose = (move: LegalMove) => () => void this.game.choose(move.role, move.move);
    const buttons = moves.map((move) => element("button", { type: "button", click: choose(move) }, move.move));
    this.note.append("Which? ", ...buttons);
    this.render();
    buttons[0]?.focus();
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
        this.cells.get(keyOf(next))?.group.focus();
      }
    }
    event.preventDefault();
  }

  /** The keyboard has come to a square. */
  private visit(square: string): void {
    const [key] = [...this.cells].find(([, cell]) => cell.square.name === square && cell.group === document.activeElement) ?? [];
    if (key === undefined) return;
    this.cells.get(this.focus ?? "")?.group.setAttribute("tabindex", "-1");
    for (const cell of this.cells.values()) cell.group.setAttribute("tabindex", "-1");
    this.focus = key;
    this.cells.get(key)?.group.setAttribute("tabindex", "0");
    this.linger(square);
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

function keyOf(square: Square): string {
  return `${square.column},${square.row}`;
}

/** A square to which a move goes: a dot, or corners around what stands there. */
function targetMark(occupied: boolean): SVGElement {
  if (!occupied) return drawn("circle", { class: "target", cx: 20, cy: 20, r: 5.2 });
  return drawn("path", { class: "target taken", d: "M2 11 V2 H11 M29 2 H38 V11 M38 29 V38 H29 M11 38 H2 V29" });
}

/** A square that looks otherwise on another board: a dashed frame and a sign in its corner. */
function differenceMark(): SVGElement {
  const frame = drawn("rect", { x: 2.4, y: 2.4, width: 35.2, height: 35.2, rx: 1.6 });
  const corner = drawn("circle", { cx: 32.8, cy: 7.2, r: 6.8 });
  return drawn("g", { class: "difference-mark" }, frame, corner, drawn("text", { x: 32.8, y: 7.6 }, "≠"));
}

function edgeNames(board: Board): SVGGElement {
  const names = board.names.map((name) => drawn("text", { x: name.x, y: name.y }, name.text));
  return drawn("g", { class: "edges", "aria-hidden": "true" }, ...names);
}

function spokenSquare(name: string, piece: string, marks: Record<string, boolean>): string {
  const said = [name, piece];
  if (marks["picked"]) said.push("picked up");
  else if (marks["movable"]) said.push("can move");
  else if (marks["open"]) said.push("legal move");
  else if (marks["stuck"]) said.push("must not move");
  if (marks["hint"]) said.push("hint");
  if (marks["last"]) said.push("last move");
  if (marks["differs"]) said.push("differs from the other board");
  return said.filter((part) => part !== "").join(", ");
}
