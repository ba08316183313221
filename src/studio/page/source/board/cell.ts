// A square of the board on the page: its ground, what stands on it, and its marks. It is drawn anew only where it shows
// something else than before. What the marks mean for a game is not its matter.

import { drawn } from "../element";
import type { Board, Piece, Square } from "../protocol";
import { isReached } from "./geometry";
import { emptySquare, pieceOf, SIDE, standing } from "./ground";

const MARKS = ["open", "movable", "stuck", "picked", "blocked", "last", "hint", "threatened", "losing", "differs"] as const;

/** What a square means at the moment. */
export type Marks = Record<(typeof MARKS)[number], boolean>;

/** Who is told of a pointer or the keyboard on a square. */
export interface Visited {
  click(cell: Cell): void;
  focus(cell: Cell): void;
  linger(cell: Cell): void;
  leave(): void;
}

export class Cell {
  readonly group: SVGGElement;
  private readonly content = drawn("g");
  /** What it shows: its marks, and the piece with its drawing. */
  private marks = "";
  private piece: Piece | undefined;
  private drawing = "";

  /** `isNamed` if its name is written on it. */
  constructor(
    public square: Square,
    board: Board,
    isNamed: boolean,
    visited: Visited,
  ) {
    const { name } = square;
    this.group = drawn(
      "g",
      {
        role: "gridcell",
        tabindex: -1,
        "aria-colindex": square.column + 1,
        "data-square": name,
        ...standing(square),
        click: () => visited.click(this),
        focus: () => visited.focus(this),
        pointerenter: () => visited.linger(this),
        pointerleave: () => visited.leave(),
        blur: () => visited.leave(),
      },
      emptySquare(board),
      this.content,
      // Above the piece, or a man would hide it.
      ...(isNamed && name !== "" ? [drawn("text", { class: "name", x: 3, y: 8.5 }, name)] : []),
      drawn("rect", { class: "focus", x: 1.6, y: 1.6, width: SIDE - 3.2, height: SIDE - 3.2, rx: 3.2 }),
    );
    this.describe(square, { said: "empty" }, noMarks());
  }

  /** The key of a square in its board. */
  static key(square: Square): string {
    return `${square.column},${square.row}`;
  }

  /** The piece as it is drawn. */
  get standing(): SVGElement | null {
    return this.content.querySelector(".piece");
  }

  /** Shows this piece and these marks. */
  show(square: Square, board: Board, piece: Piece | undefined, marks: Marks): void {
    this.square = square;
    const shown = MARKS.filter((mark) => marks[mark]).join(" ");
    const drawing = piece === undefined ? "" : (board.drawings[piece.glyph] ?? "");
    if (shown === this.marks && drawing === this.drawing && piece?.said === this.piece?.said) return;
    if (shown !== this.marks) for (const mark of MARKS) this.group.classList.toggle(mark, marks[mark]);
    [this.marks, this.drawing, this.piece] = [shown, drawing, piece];
    const last = marks.last ? outlined("last-mark", frame(1.6)) : null;
    const halo = marks.movable ? outlined("halo", drawn("circle", { cx: 20, cy: 20, r: 17.2 })) : null;
    const sign = marks.open && halo === null ? targetMark(piece !== undefined) : null;
    const hint = marks.hint ? outlined("hint-mark", frame(2.6)) : null;
    const other = marks.differs ? differenceMark() : null;
    const threat = marks.threatened || marks.losing ? threatMark() : null;
    const parts = [last, halo, piece === undefined ? null : pieceOf(drawing), sign, hint, threat, other];
    this.content.replaceChildren(...parts.filter((part) => part !== null));
    this.describe(square, piece ?? { said: "empty" }, marks);
  }

  private describe(square: Square, { said }: { said: string }, marks: Marks): void {
    this.group.setAttribute("aria-label", spokenSquare(square.name, said, marks));
    this.group.setAttribute("aria-selected", String(marks.picked));
    if (isReached(square)) this.group.removeAttribute("aria-hidden");
    else this.group.setAttribute("aria-hidden", "true");
  }
}

function noMarks(): Marks {
  return { open: false, movable: false, stuck: false, picked: false, blocked: false, last: false, hint: false, threatened: false, losing: false, differs: false };
}

/** A mark with a rim of the other brightness, so that it is seen on every ground. */
function outlined(name: string, shape: SVGElement): SVGElement {
  const rim = shape.cloneNode() as SVGElement;
  rim.setAttribute("class", "rim");
  return drawn("g", { class: name }, rim, shape);
}

/** A frame within the square, so that its neighbours do not cover it. */
function frame(inset: number): SVGElement {
  return drawn("rect", { x: inset, y: inset, width: SIDE - 2 * inset, height: SIDE - 2 * inset });
}

/** A square to which a move goes: a dot, or corners around what stands there. */
function targetMark(occupied: boolean): SVGElement {
  if (!occupied) return drawn("circle", { class: "target", cx: 20, cy: 20, r: 5.2 });
  return outlined("target taken", drawn("path", { d: "M2 11 V2 H11 M29 2 H38 V11 M38 29 V38 H29 M11 38 H2 V29" }));
}

/** A square on which the other side may take a piece or win: a sign in its corner. */
function threatMark(): SVGElement {
  return outlined("threat-mark", drawn("path", { d: "M2.5 37.5 L8.5 26.5 L14.5 37.5 Z" }));
}

/** A square that looks otherwise on another board: a dashed frame and a sign in its corner. */
function differenceMark(): SVGElement {
  const frame = drawn("rect", { x: 2.4, y: 2.4, width: 35.2, height: 35.2, rx: 1.6 });
  const corner = drawn("circle", { cx: 32.8, cy: 7.2, r: 6.8 });
  return drawn("g", { class: "difference-mark" }, frame, corner, drawn("text", { x: 32.8, y: 7.6 }, "≠"));
}

function spokenSquare(name: string, piece: string, marks: Marks): string {
  const said = [name, piece];
  if (marks.picked) said.push("picked up");
  else if (marks.movable) said.push("can move");
  else if (marks.open) said.push("legal move");
  else if (marks.stuck) said.push("must not move");
  if (marks.hint) said.push("hint");
  if (marks.threatened) said.push("threatened");
  if (marks.losing) said.push("the other side could win here");
  if (marks.last) said.push("last move");
  if (marks.differs) said.push("differs from the other board");
  return said.filter((part) => part !== "").join(", ");
}
