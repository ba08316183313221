// The moves of this game in order; each leads to its position.

import { element } from "../element";
import { save } from "../export";
import type { Game } from "../game";
import type { PictureForm, State } from "../protocol";

/** What can be saved of a game. */
const FORMS: [PictureForm, string][] = [
  ["position", "Picture"],
  ["sheet", "Sheet"],
  ["film", "Film"],
];

export class LineView {
  private readonly list = element("ol", { class: "line", tabindex: -1 });
  private readonly leftOut = element("p", { class: "left-out", role: "status" });
  readonly root = element("section", { class: "panel", "aria-label": "Moves played" }, element("h2", {}, "Moves"), this.list, this.leftOut, this.saving());
  private shown: State | null = null;

  constructor(private readonly game: Game) {}

  render(): void {
    const { state } = this.game;
    if (state === null || state === this.shown) return;
    this.shown = state;
    const width = state.roles.length === 2 ? 2 : 1;
    const items = [element("li", { class: "start" }, this.button("Start", 0, state))];
    for (let at = 0; at < state.line.length; at += width) {
      const plies = state.line.slice(at, at + width);
      const number = element("span", { class: "number", "aria-hidden": "true" }, `${at / width + 1}.`);
      const buttons = plies.map((ply, index) => this.button(ply.move, at + index + 1, state, ply.role));
      items.push(element("li", {}, number, ...buttons));
    }
    this.list.replaceChildren(...items);
    const [first] = state.leftOut;
    const others = state.leftOut.length === 1 ? "" : ` and the ${state.leftOut.length - 1} after it`;
    this.leftOut.textContent = first === undefined ? "" : `${first}${others} cannot be played by these rules, and will come back with rules that allow it.`;
    const current = this.list.querySelector<HTMLElement>("[aria-current]");
    if (current !== null) {
      // The list is what the buttons are placed in.
      const top = current.offsetTop;
      if (top < this.list.scrollTop || top + 30 > this.list.scrollTop + this.list.clientHeight) {
        this.list.scrollTop = top - this.list.clientHeight / 2;
      }
    }
  }

  private saving(): HTMLElement {
    const buttons = FORMS.map(([form, name]) => element("button", { type: "button", class: "quiet", click: () => void this.export(form) }, name));
    return element("div", { class: "saving", role: "group", "aria-label": "Save as SVG" }, "Save: ", ...buttons);
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
