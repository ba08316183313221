// Records of games as files: the game of this tab is saved, and others are opened.

import { element } from "../element";
import { save } from "../export";
import { chosenText } from "../file";
import type { Game } from "../game";

export class RecordView {
  private readonly file = element("input", { type: "file", accept: ".pgn,.txt", change: () => void this.open() });
  private readonly told = element("p", { class: "faint", role: "status" });
  private readonly choice = element("select", { "aria-label": "Game of the record", hidden: true, change: () => void this.read(Number(this.choice.value), false) });
  readonly root = element("div", { class: "record" }, element("label", {}, "Open a record ", this.file), this.choice, this.told);
  private text = "";

  constructor(private readonly game: Game) {}

  async save(): Promise<void> {
    const now = new Date();
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
    const text = await this.game.lines.record(date);
    if (text !== null) save(text, "application/x-chess-pgn", `${this.game.state?.title ?? "game"}.pgn`);
  }

  private async open(): Promise<void> {
    this.choice.hidden = true;
    const chosen = await chosenText(this.file, this.told);
    if (chosen === null) return;
    this.text = chosen.text;
    const games = await this.read(0, true);
    this.choice.hidden = games.length < 2;
    this.choice.replaceChildren(...games.map((name, at) => element("option", { value: at }, `${at + 1}. ${name}`)));
  }

  private read(game: number, keeps: boolean): Promise<string[]> {
    return this.game.lines.replay(this.text, game, keeps);
  }
}
