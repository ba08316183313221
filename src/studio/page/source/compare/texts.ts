// In which lines the texts of two games differ.

import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { element } from "../element";
import { fileName } from "../file";
import type { Game } from "../game";
import { colours, language } from "../workshop/language";

export class TextsView {
  private readonly choice = element("select", { "aria-label": "File of the second game", change: () => void this.show() });
  private readonly words = element("p", { class: "faint", role: "status" });
  private readonly shown = element("div", { class: "texts" });
  readonly root = element(
    "details",
    { toggle: () => void this.open() },
    element("summary", {}, "Texts"),
    element("div", { class: "bar-above" }, this.choice),
    this.words,
    this.shown,
  );
  private files = new Map<string, string>();
  private view: EditorView | null = null;

  constructor(private readonly game: Game) {}

  /** What was shown may be no longer true. */
  renew(): void {
    if (this.root.open) void this.open();
  }

  private async open(): Promise<void> {
    if (!this.root.open) return;
    const second = await this.game.ask("second").catch(() => null);
    if (second === null) return;
    const before = this.choice.value;
    this.files = new Map(second.files);
    this.choice.replaceChildren(...second.files.map(([path]) => element("option", { value: path }, path)));
    if (this.files.has(before)) this.choice.value = before;
    await this.show();
  }

  /** Shows a file of the second game beside the one of the first with the same name, or else the main file. */
  private async show(): Promise<void> {
    const path = this.choice.value;
    const main = await this.game.ask("text", {}).catch(() => null);
    if (main === null) return;
    const own = main.files.find((each) => fileName(each) === fileName(path)) ?? main.path;
    const first = await this.game.ask("text", { path: own }).catch(() => null);
    if (first === null || path !== this.choice.value) return;
    const text = this.files.get(path) ?? "";
    this.words.textContent = text === first.text ? `${own} and ${path} are equal.` : `Green: only in ${path}. Red: only in ${own}.`;
    this.view?.destroy();
    this.view = new EditorView({
      parent: this.shown,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Differences of the texts", tabindex: "0" }),
          language,
          colours,
          unifiedMergeView({ original: first.text, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 6 } }),
        ],
      }),
    });
  }
}
