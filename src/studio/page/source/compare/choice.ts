// Which rule file the game is compared with: one of the user's, or one that the page offers.

import { element } from "../element";
import { chosenText } from "../file";
import type { Game } from "../game";

export class ChoiceView {
  private readonly file = element("input", { type: "file", accept: ".rules,.kif", change: () => void this.open() });
  private readonly none = element("button", { type: "button", hidden: true, click: () => void this.game.compareWith(null) }, "Compare no more");
  private readonly told = element("p", { class: "faint", role: "status" });
  readonly root: HTMLElement;

  /** `offered` are texts by the names of their files. */
  constructor(
    private readonly game: Game,
    offered: Record<string, string>,
  ) {
    const names = Object.keys(offered).sort();
    const choose = () => {
      const name = choice.value;
      void game.compareWith(name === "" ? null : { name, text: offered[name] ?? "" });
    };
    const choice = element(
      "select",
      { "aria-label": "Compare with a game", hidden: names.length === 0, change: choose },
      element("option", { value: "" }, "a game …"),
      ...names.map((name) => element("option", { value: name }, name)),
    );
    this.root = element("div", { class: "choice" }, element("label", {}, "Compare with ", this.file), choice, this.none, this.told);
  }

  render(): void {
    this.none.hidden = this.game.second === null;
  }

  private async open(): Promise<void> {
    const chosen = await chosenText(this.file, this.told);
    if (chosen !== null) await this.game.compareWith(chosen);
  }
}
