// The moves of this game in order, with variations and comments; each move leads to its position.

import { element } from "../element";
import { save } from "../export";
import type { Game } from "../game";
import type { PictureForm, State } from "../protocol";
import { CommentView } from "./comment";
import { RecordView } from "./record";

/** What can be saved of a game as a picture. */
const FORMS: [PictureForm, string][] = [
  ["position", "Picture"],
  ["sheet", "Sheet"],
  ["film", "Film"],
];

/** The moves of a variation that are shown in the list. */
const SHOWN = 4;

export class LineView {
  private readonly list = element("ol", { class: "line", tabindex: -1 });
  private readonly leftOut = element("p", { class: "left-out", role: "status" });
  private readonly forget = element("button", { type: "button", class: "quiet", hidden: true, click: () => this.forgetOthers() }, "Forget other lines");
  private readonly comment: CommentView;
  private readonly record: RecordView;
  readonly root: HTMLElement;
  private shown: unknown[] = [];

  constructor(private readonly game: Game) {
    this.comment = new CommentView(game);
    this.record = new RecordView(game);
    this.root = element(
      "section",
      { class: "panel", "aria-label": "Moves played" },
      element("h2", {}, "Moves"),
      this.list,
      this.leftOut,
      this.comment.root,
      this.saving(),
      this.record.root,
    );
  }

  render(): void {
    const { state } = this.game;
    const { variations } = this.game.lines;
    this.comment.render();
    if (state === null) return;
    const shows = [state, variations.changes];
    if (shows.every((part, at) => part === this.shown[at])) return;
    this.shown = shows;
    this.forget.hidden = variations.lines.length === 0;
    const width = state.roles.length === 2 ? 2 : 1;
    const line = state.line.map((ply) => ply.move);
    const items = [element("li", { class: "start" }, this.button("Start", 0, state), this.said([]))];
    for (let at = 0; at < line.length; at += width) items.push(this.row(state, line, at, width));
    // Lines that go on where this one ends.
    items.push(element("li", { class: "onward" }, ...this.others(line, line.length)));
    this.list.replaceChildren(...items);
    this.tellLeftOut(state);
    this.scroll();
  }

  /** A row: the plies from `at` on, and what could have been played in their place. */
  private row(state: State, line: string[], at: number, width: number): HTMLLIElement {
    const parts: (HTMLElement | null)[] = [element("span", { class: "number", "aria-hidden": "true" }, `${at / width + 1}.`)];
    const below: (HTMLElement | null)[] = [];
    for (const [index, ply] of state.line.slice(at, at + width).entries()) {
      parts.push(this.button(ply.move, at + index + 1, state, ply.role));
      below.push(this.said(line.slice(0, at + index + 1)), ...this.others(line, at + index));
    }
    return element("li", {}, ...parts, ...below);
  }

  private said(moves: string[]): HTMLElement | null {
    const text = this.game.lines.variations.comment(moves);
    return text === "" ? null : element("p", { class: "said" }, text);
  }

  /** Buttons for the lines that leave this one at a ply. */
  private others(line: string[], at: number): HTMLElement[] {
    return this.game.lines.variations.leaving(line, at).map((rest) => {
      const moves = rest.slice(0, SHOWN).join(" ");
      const text = `${moves}${rest.length > SHOWN ? " …" : ""}`;
      const click = () => void this.game.lines.show([...line.slice(0, at), ...rest], at + 1);
      return element("button", { type: "button", class: "variation", title: `Variation: ${rest.join(" ")}`, click }, text);
    });
  }

  private tellLeftOut({ leftOut }: State): void {
    const [first] = leftOut;
    const others = leftOut.length === 1 ? "" : ` and the ${leftOut.length - 1} after it`;
    this.leftOut.textContent = first === undefined ? "" : `${first}${others} cannot be played by these rules, and will come back with rules that allow it.`;
  }

  /** Brings the present move into view. */
  private scroll(): void {
    const current = this.list.querySelector<HTMLElement>("[aria-current]");
    if (current === null) return;
    // The list is what the buttons are placed in.
    const top = current.offsetTop;
    if (top < this.list.scrollTop || top + 30 > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }

  private forgetOthers(): void {
    this.game.lines.variations.forgetLines();
    this.game.changed();
  }

  private saving(): HTMLElement {
    const buttons = FORMS.map(([form, name]) => element("button", { type: "button", class: "quiet", click: () => void this.export(form) }, name));
    const record = element("button", { type: "button", class: "quiet", click: () => void this.record.save() }, "Record");
    return element("div", { class: "saving", role: "group", "aria-label": "Save" }, "Save: ", ...buttons, record, this.forget);
  }

  private async export(form: PictureForm): Promise<void> {
    const svg = await this.game.picture(form);
    if (svg !== null) save(svg, "image/svg+xml", `${this.game.state?.title ?? "game"} ${form}.svg`);
  }

  private button(text: string, ply: number, state: State, role = ""): HTMLButtonElement {
    return element(
      "button",
      {
        type: "button",
        class: ply > state.ply ? "later" : "",
        title: role,
        "aria-current": ply === state.ply ? "step" : null,
        click: () => void this.game.go(ply),
      },
      text,
    );
  }
}
