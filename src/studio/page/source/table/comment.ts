// A comment on the present position, which stands in the list of moves and in the record.

import { element } from "../element";
import type { Game } from "../game";

export class CommentView {
  private readonly label = element("span", {});
  private readonly text = element("textarea", { rows: 2, name: "comment", input: () => this.take() });
  readonly root = element("details", { class: "comment" }, element("summary", {}, "Comment"), element("label", {}, this.label, this.text));
  /** The position that the text is about. */
  private shown = "";

  constructor(private readonly game: Game) {}

  render(): void {
    const { played } = this.game;
    const comment = this.game.lines.variations.comment(played);
    const shown = JSON.stringify(played);
    if (shown === this.shown && document.activeElement === this.text) return;
    this.shown = shown;
    this.label.textContent = played.length === 0 ? "On the start" : `On the position after ${played.at(-1)}`;
    if (this.text.value !== comment) this.text.value = comment;
  }

  private take(): void {
    this.game.lines.variations.setComment(this.game.played, this.text.value);
    this.game.changed();
  }
}
