// The text of an example in an editor: what is typed is diagnosed, and the rules are taken as soon as they load.

import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Fault } from "../../connection";
import { element } from "../../element";
import type { Game } from "../../game";
import { FaultsView } from "../../workshop/faults";
import { writing } from "../../workshop/writing";

/** A text is sent when nothing was typed for so long, in milliseconds. */
const PAUSE = 250;

export class ExampleText {
  private readonly view: EditorView;
  private readonly faults: FaultsView;
  private timer = 0;
  readonly root: HTMLElement;

  /** `isGame`: of rules that are no game, most may be unused. `typed` is called at each change. */
  constructor(
    private readonly path: string,
    text: string,
    private readonly isGame: boolean,
    typed: () => void,
  ) {
    const follow = EditorView.updateListener.of((update) => {
      if (update.docChanged) typed();
    });
    this.view = new EditorView({ state: EditorState.create({ doc: text, extensions: [writing, follow] }) });
    this.faults = new FaultsView(this.view);
    this.root = element("section", { class: "editor", "aria-label": `Rules of ${path}` }, this.view.dom, this.faults.root);
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Lets a game be played by the text soon, if it loads. */
  sendSoon(game: Game): void {
    clearTimeout(this.timer);
    game.unsaved.set(this.path, this.text);
    this.timer = setTimeout(() => void this.send((text) => game.edit(this.path, text)), PAUSE);
  }

  /** Tells what is wrong with the text by which a game is played already. */
  async look(game: Game): Promise<void> {
    await this.send((text) => game.ask("edit", { path: this.path, text }));
  }

  /** Sends no more. */
  rest(): void {
    clearTimeout(this.timer);
  }

  private async send(ask: (text: string) => ReturnType<Game["edit"]>): Promise<void> {
    const { text } = this;
    try {
      const { diagnostics, state } = await ask(text);
      const told = diagnostics.filter(({ severity }) => this.isGame || severity === "error");
      if (text === this.text) this.faults.show(told, state === null ? "These rules are not played by until they load." : null);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.faults.show([], fault.message);
    }
  }
}
