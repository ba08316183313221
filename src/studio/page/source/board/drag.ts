// Dragging a piece with the mouse or a finger: from the square where it is taken up to the one where it is dropped.
// What may be dragged and where it may go is not decided here.

import { FloatingPiece } from "./floating";

/** The pointer has to go this far before a press becomes a drag, in pixels. */
const THRESHOLD = 5;

/** Whose pieces are dragged. */
export interface Table {
  /** Takes up the piece of a square; null if there is none that may be moved. */
  take(square: string): SVGElement | null;
  /** Drops it on another square. */
  drop(from: string, to: string): void;
}

interface Press {
  pointer: number;
  square: string;
  x: number;
  y: number;
}

/** Lets pieces on squares below `root` be dragged; returns what ends a drag before the piece is dropped. */
export function draggable(root: HTMLElement, table: Table): () => void {
  let press: Press | null = null;
  let floating: FloatingPiece | null = null;

  const end = () => {
    floating?.land();
    floating = null;
    press = null;
  };
  root.addEventListener("pointerdown", (event) => {
    // A second finger changes nothing of what the first one does.
    if (!event.isPrimary || floating !== null) return;
    const square = squareOf(event.target);
    press = square === null || event.button !== 0 ? null : { pointer: event.pointerId, square, x: event.clientX, y: event.clientY };
  });
  root.addEventListener("pointermove", (event) => {
    if (press?.pointer !== event.pointerId) return;
    // The button was released where the page is not told of it.
    if ((event.buttons & 1) === 0) {
      end();
      return;
    }
    if (floating === null) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < THRESHOLD) return;
      const piece = table.take(press.square);
      const board = piece?.closest<SVGSVGElement>("svg") ?? null;
      if (piece === null || board === null) {
        press = null;
        return;
      }
      // The click that ends a drag goes to the root, and not to a square.
      root.setPointerCapture(event.pointerId);
      floating = new FloatingPiece(piece, board);
    }
    floating.follow(event.clientX, event.clientY);
  });
  root.addEventListener("pointerup", (event) => {
    if (press?.pointer !== event.pointerId) return;
    const [{ square: from }, isDragged] = [press, floating !== null];
    end();
    if (!isDragged) return;
    const to = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (to !== null && to !== from) table.drop(from, to);
  });
  root.addEventListener("pointercancel", (event) => {
    if (press?.pointer === event.pointerId) end();
  });
  return end;
}

function squareOf(target: EventTarget | null): string | null {
  const name = target instanceof Element ? (target.closest("[data-square]")?.getAttribute("data-square") ?? "") : "";
  return name === "" ? null : name;
}
