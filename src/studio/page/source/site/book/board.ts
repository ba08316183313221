// A game of the book: its text in an editor, and a board that follows it.

import { BoardView } from "../../board/view";
import { element } from "../../element";
import type { Game } from "../../game";
import { BesideView } from "../../table/beside";
import { MovesView } from "../../table/moves";
import { StatusView } from "../../table/status";
import { siteFile } from "../files";
import { linkWith } from "../link";
import { type Example, RunningExample } from "./example";

export class BoardExample extends RunningExample {
  private readonly link: HTMLAnchorElement | null;

  constructor(frame: HTMLElement, example: Example) {
    super(frame, example);
    this.link = frame.querySelector<HTMLAnchorElement>("figcaption a");
  }

  protected async show(game: Game): Promise<void> {
    const [status, beside, board, moves] = [new StatusView(game), new BesideView(game), new BoardView(game), new MovesView(game)];
    const undo = element("button", { type: "button", click: () => void game.undo() }, "Undo");
    const restart = element("button", { type: "button", click: () => void game.restart() }, "New game");
    const reason = element("pre", { class: "told", "aria-live": "polite" });
    this.stage.replaceChildren(
      status.root,
      beside.root,
      board.root,
      element("div", { class: "below" }, board.note, moves.offBoard),
      element("div", { class: "controls", role: "group", "aria-label": "Game" }, undo, restart),
      reason,
    );
    game.onChange(() => {
      // What is wrong with the first text is told below it.
      this.stage.hidden = game.state === null && game.trouble === null;
      undo.disabled = restart.disabled = (game.state?.ply ?? 0) === 0;
      reason.textContent = game.reason?.text ?? "";
      for (const view of [status, beside, board, moves]) view.render();
    });
    await game.open([], 0);
    if (game.state === null) game.trouble = null;
    await this.text?.look(game);
    game.changed();
  }

  protected override typed(): void {
    super.typed();
    void this.mendLink();
  }

  /** Lets the link to the studio bring the text along as it is now. */
  private async mendLink(): Promise<void> {
    const texts = this.texts();
    const fragment = await linkWith({ path: this.example.path, texts });
    const isNow = JSON.stringify(texts) === JSON.stringify(this.texts());
    if (this.link !== null && isNow) this.link.href = siteFile(`play.html${fragment}`);
  }
}
