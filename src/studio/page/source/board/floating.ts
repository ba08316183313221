// Pieces above all squares: one that is dragged, or one on its way to where it has been played. Knows nothing of rules.

import { drawn } from "../element";
import type { Square } from "../protocol";
import { SIDE } from "./ground";

/** How long a piece takes from one square to the next, in milliseconds. */
const STEP = 170;

/** A copy of a piece above all squares of its board, while the piece itself is hidden. */
export class FloatingPiece {
  private readonly copy: SVGGElement;
  /** The square of the piece; what stands there may be drawn anew meanwhile. */
  private readonly square: Element | null;
  private going: Animation | null = null;

  constructor(
    piece: SVGElement,
    private readonly board: SVGSVGElement,
  ) {
    this.copy = drawn("g", { class: "floating", "aria-hidden": "true" }, piece.cloneNode(true));
    this.square = piece.closest(".square");
    this.square?.classList.add("lifted");
    board.append(this.copy);
  }

  /** Brings its middle to a place on the screen. */
  follow(x: number, y: number): void {
    const screen = this.board.getScreenCTM();
    if (screen === null) return;
    const at = new DOMPoint(x, y).matrixTransform(screen.inverse());
    this.copy.setAttribute("transform", `translate(${at.x - SIDE / 2} ${at.y - SIDE / 2})`);
  }

  /** Goes over these squares, and lands on the last of them. */
  async go(way: Square[]): Promise<void> {
    const frames = way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    this.going = this.copy.animate(frames, { duration: STEP * (way.length - 1), easing: "ease-in-out" });
    await this.going.finished.then(
      () => this.land(),
      // It has landed before its time.
      () => undefined,
    );
  }

  /** Is seen again where it stands. */
  land(): void {
    this.going?.cancel();
    this.copy.remove();
    this.square?.classList.remove("lifted");
  }
}

/** Lets a piece that was put down come up from its square. */
export function rise(piece: SVGElement): void {
  piece.style.transformOrigin = `${SIDE / 2}px ${SIDE / 2}px`;
  piece.animate([{ transform: "scale(0.55)", opacity: 0.3 }, { transform: "none", opacity: 1 }], { duration: STEP, easing: "ease-out" });
}

/** Whether nothing is to move by itself. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
