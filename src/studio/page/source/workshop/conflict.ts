// The question what is to become of a text whose file somebody else has changed on the disk.

import { element } from "../element";

/** What somebody wants: write over the file, take what it says, or neither. */
export type Wanted = "overwrite" | "load" | null;

export class ConflictView {
  private readonly words = element("p", {});
  private readonly overwrite = this.button("Overwrite it", "overwrite");
  private readonly load = this.button("Load what is there", "load");
  private readonly later = this.button("Not now", null);
  private readonly buttons = element("div", { class: "buttons" }, this.overwrite, this.load, this.later);
  readonly root = element(
    "div",
    { class: "conflict", role: "alertdialog", "aria-label": "The file has changed", hidden: true, keydown: (event: KeyboardEvent) => this.key(event) },
    this.words,
    this.buttons,
  );
  private answered: ((wanted: Wanted) => void) | null = null;

  /** Asks about a file that has changed, or is gone; whoever was asked before has not answered. The focus stays with who types. */
  ask(path: string, isThere: boolean, takesFocus = true): Promise<Wanted> {
    this.end(null);
    this.words.textContent = isThere ? `${path} was changed on the disk by somebody else. What is loaded can be undone.` : `${path} is no longer on the disk.`;
    this.overwrite.textContent = isThere ? "Overwrite it" : "Write it anew";
    this.load.hidden = !isThere;
    this.root.hidden = false;
    // The one that loses nothing.
    if (takesFocus) this.later.focus();
    return new Promise((resolve) => (this.answered = resolve));
  }

  /** Puts the question away. */
  end(wanted: Wanted): void {
    this.root.hidden = true;
    this.answered?.(wanted);
    this.answered = null;
  }

  private button(text: string, wanted: Wanted): HTMLButtonElement {
    return element("button", { type: "button", click: () => this.end(wanted) }, text);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape") this.end(null);
  }
}
