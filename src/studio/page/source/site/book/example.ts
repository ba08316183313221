// An example of the book: its text, if it has one that can be edited, and its engine. One example runs at a time, so that
// a page with many of them does not fill the memory of a phone; the others keep their texts.

import { Connection } from "../../connection";
import { element } from "../../element";
import { Game } from "../../game";
import { engine } from "../files";
import { shipped } from "../library";
import { WorkerCarrier } from "../workers";
import { ExampleText } from "./text";

/** A block of the book that can be run. */
export interface Example {
  /** A game to be played, rules that are no game, or goals that are asked as they stand. */
  kind: "game" | "rules" | "question";
  /** The rule file that is opened. */
  path: string;
  /** The rule file that is spoken of; null if there is none. */
  file: string | null;
  /** The texts that the site does not have, by path. */
  texts: Record<string, string>;
  goals?: string[];
  moves?: string[];
}

/** What an example shows, and what it does with its game. */
export abstract class RunningExample {
  private static running: RunningExample | null = null;

  protected readonly text: ExampleText | null;
  /** What stands there only while the example runs. */
  protected readonly stage = element("div", { class: "stage", hidden: true });
  private readonly again: HTMLButtonElement;
  private carrier: WorkerCarrier | null = null;
  private game: Game | null = null;
  private isBeginning = false;

  constructor(
    private readonly frame: HTMLElement,
    protected readonly example: Example,
  ) {
    const { file, texts } = example;
    const text = file === null || example.kind === "question" ? null : (texts[file] ?? null);
    this.text = file === null || text === null ? null : new ExampleText(file, text, example.kind === "game", () => this.typed());
    const pre = frame.querySelector("pre");
    // A block that is added to a file stays, as the editor has the whole file.
    if (pre !== null && pre.textContent === text) pre.hidden = true;
    this.again = element("button", { type: "button", hidden: true, click: () => void this.run() }, "Run");
    frame.querySelector("figcaption button")?.replaceWith(this.again);
    frame.classList.add("running");
    frame.tabIndex = -1;
    frame.append(element("div", { class: "run" }, this.text?.root ?? null, this.stage));
  }

  /** Takes the place of the example that has run until now. */
  async run(): Promise<void> {
    if (this.isBeginning || this.game !== null) return;
    this.isBeginning = true;
    RunningExample.running?.rest();
    RunningExample.running = this;
    // The button that was pressed goes away, and must not take the focus with it.
    if (document.activeElement === this.again || document.activeElement === document.body) this.frame.focus({ preventScroll: true });
    this.again.hidden = true;
    try {
      const texts = this.texts();
      const [module, library] = await Promise.all([engine(), shipped()]);
      this.carrier = new WorkerCarrier(module, { path: this.example.path, texts: { ...library.texts, ...texts } }, () => undefined);
      const connection = new Connection(this.carrier, { opened: () => undefined, closed: () => undefined });
      connection.connect();
      const game = new Game(connection);
      this.game = game;
      await this.show(game);
      // More may have been typed meanwhile.
      if (JSON.stringify(texts) !== JSON.stringify(this.texts())) this.text?.sendSoon(game);
    } catch (error) {
      this.rest();
      throw error;
    } finally {
      this.isBeginning = false;
    }
  }

  /** Shows the game on the stage of the example. */
  protected abstract show(game: Game): Promise<void>;

  /** The reader has changed the text. */
  protected typed(): void {
    if (this.game === null) void this.run();
    else this.text?.sendSoon(this.game);
  }

  /** The texts that the site does not have, as they are now. */
  protected texts(): Record<string, string> {
    const { file, texts } = this.example;
    return file === null || this.text === null ? texts : { ...texts, [file]: this.text.text };
  }

  /** Ends the engine, and leaves the text. */
  private rest(): void {
    this.carrier?.close();
    this.carrier = null;
    this.game = null;
    this.text?.rest();
    this.stage.hidden = true;
    this.stage.replaceChildren();
    this.again.hidden = false;
  }
}
