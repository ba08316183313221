// The name at the cursor: where it is defined, where it stands, and another name for it. And the standard form of a text.

import { Fault } from "../connection";
import { element, submitting } from "../element";
import { fileName } from "../file";
import type { Game } from "../game";
import type { NamePlaces, Place } from "../protocol";
import { counted } from "../words";
import type { EditorPanel } from "./editor";

export class NamesView {
  private readonly told = element("p", { class: "faint", role: "status" });
  private readonly heading = element("h3", {});
  private readonly places = element("ul", { class: "uses" });
  private readonly name = element("input", {
    type: "text",
    name: "new-name",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": "New name",
  });
  private readonly form: HTMLFormElement;
  /** The text and the place of the name that is to be changed. */
  private asked: { path: string; text: string; at: number } | null = null;
  readonly root: HTMLElement;

  constructor(
    private readonly game: Game,
    private readonly editor: EditorPanel,
  ) {
    const submit = submitting(() => void this.give(this.name.value.trim()));
    const label = element("label", {}, "New name ", this.name);
    this.form = element("form", { submit, hidden: true }, label, element("button", { type: "submit" }, "Rename"));
    const close = element("button", { type: "button", class: "quiet", "aria-label": "Close", click: () => this.close() }, "×");
    const keydown = (event: KeyboardEvent) => {
      if (event.key === "Escape") this.close();
    };
    this.root = element(
      "section",
      { class: "names", "aria-label": "Names", hidden: true, keydown },
      element("div", { class: "bar-above" }, this.heading, this.form, close),
      this.told,
      this.places,
    );
  }

  /** Goes to where the name at the cursor is defined. */
  async define(): Promise<void> {
    const place = await this.editor.ask(() => this.game.ask("define", this.editor.here));
    if (place === null) return this.tell("There is no name at the cursor whose definition is known.");
    this.root.hidden = true;
    await this.go(place);
  }

  /** Lists where the name at the cursor stands. */
  async list(): Promise<void> {
    const found = await this.editor.ask(() => this.game.ask("references", this.editor.here));
    if (found === null) return;
    if (found.places.length === 0) return this.tell("There is no name at the cursor.");
    this.open(`Uses of ${found.name}`);
    this.told.textContent = counted(found.places.length, "place");
    this.places.replaceChildren(...this.rows(found));
    this.places.querySelector("button")?.focus();
  }

  /** Asks for another name for what is at the cursor. */
  rename(): void {
    const { text, at } = this.editor.here;
    const before = /[\p{L}\p{N}_]*$/u.exec(text.slice(0, at))?.[0] ?? "";
    const after = /^[\p{L}\p{N}_]*/u.exec(text.slice(at))?.[0] ?? "";
    if (before + after === "") return this.tell("There is no name at the cursor.");
    this.open("");
    this.form.hidden = false;
    this.asked = this.editor.here;
    this.name.value = before + after;
    this.name.focus();
    this.name.select();
  }

  /** Brings the text that is shown into its standard form. */
  async format(): Promise<void> {
    const { path, text } = this.editor.here;
    const formatted = await this.editor.ask(() => this.game.ask("format", { path, text }));
    if (formatted === null) return;
    if (formatted.text === null) return this.tell("Only a text without syntax errors can be formatted.");
    if (formatted.text !== text) await this.editor.replace({ [path]: formatted.text });
    this.tell(formatted.text === text ? "The text is in its standard form." : "The text has been formatted.");
  }

  private async give(name: string): Promise<void> {
    try {
      const { asked } = this;
      const { texts } = await this.game.ask("rename", { ...asked, name });
      const { path, text } = this.editor.here;
      if (asked?.path !== path || asked.text !== text) {
        this.told.textContent = "The text has changed since: choose the name again.";
        return;
      }
      await this.editor.replace(texts);
      const files = Object.keys(texts).length;
      this.close();
      this.tell(`Renamed in ${counted(files, "file")}.`);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.told.textContent = fault.message;
    }
  }

  private rows({ places }: NamePlaces): HTMLElement[] {
    return places.map((place) => {
      const name = `${fileName(place.path)}:${place.line}`;
      const click = () => void this.go(place);
      return element("li", {}, element("button", { type: "button", class: "place", click }, name), element("code", {}, place.code));
    });
  }

  private async go(place: Place): Promise<void> {
    await this.editor.reveal(place);
    this.editor.view.focus();
  }

  private tell(words: string): void {
    this.open("");
    this.told.textContent = words;
  }

  private open(heading: string): void {
    this.root.hidden = false;
    this.form.hidden = true;
    this.heading.textContent = heading;
    this.told.textContent = "";
    this.places.replaceChildren();
  }

  private close(): void {
    this.root.hidden = true;
    this.editor.view.focus();
  }
}
