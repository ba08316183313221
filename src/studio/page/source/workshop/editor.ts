// The rule files of the game in an editor: what is typed is diagnosed at once and played by as soon as it loads;
// nothing on the disk changes until it is saved.

import { acceptCompletion, autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic as Shown, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers, type Tooltip } from "@codemirror/view";
import { Fault } from "../connection";
import { element } from "../element";
import { type Game, placesIn } from "../game";
import type { Diagnostic, Edited, Place, Text } from "../protocol";
import { ConflictView } from "./conflict";
import { colours, language } from "./language";
import { lighting, lightUp } from "./lit";
import { rendered } from "./markdown";
import { StrayView } from "./stray";

/** A text is sent when nothing was typed for so long, in milliseconds. */
const PAUSE = 250;

/** The files are looked at this often, in milliseconds. */
const LOOK = 2_000;

/** The editor's own kinds of completions, by the protocol's. */
const KINDS: Record<string, string> = {
  variable: "variable",
  predicate: "function",
  fluent: "property",
  vocabulary: "keyword",
  directive: "keyword",
  builtin: "function",
};

interface File {
  state: EditorState;
  /** What the disk says, as far as this page knows. */
  saved: string;
}

export class EditorPanel {
  private readonly choice = element("select", { "aria-label": "Rule file", change: () => void this.show(this.choice.value) });
  private readonly save = element("button", { type: "button", disabled: true, click: () => void this.store() }, "Save");
  private readonly words = element("span", { class: "unsaved" });
  private readonly faults = element("ul", { class: "faults", "aria-live": "polite", "aria-label": "What is wrong" });
  private readonly conflict = new ConflictView();
  private readonly strays: StrayView;
  private readonly view: EditorView;
  readonly root: HTMLElement;

  private readonly files = new Map<string, File>();
  private path = "";
  /** All files of the game. */
  private paths: string[] = [];
  /** What each file was on the disk when it was last looked at. */
  private readonly watched = new Map<string, string | null>();
  private timer = 0;
  private litReason: unknown = null;

  constructor(private readonly game: Game) {
    this.strays = new StrayView(game.unsaved, () => this.game.changed());
    this.view = new EditorView({ state: EditorState.create({ extensions: this.extensions() }) });
    const bar = element("div", { class: "bar-above" }, this.choice, this.words, this.save);
    const parts = [bar, this.strays.root, this.conflict.root, this.view.dom, this.faults];
    this.root = element("section", { class: "panel editor", "aria-label": "Rules" }, ...parts);
  }

  /** Looks now and then whether somebody else has changed the files, while the page is seen. */
  watch(): void {
    setInterval(() => {
      if (document.visibilityState === "visible") void this.lookAtDisk();
    }, LOOK);
  }

  private async lookAtDisk(): Promise<void> {
    for (const path of this.paths) {
      const answer = await this.game.ask("text", { path, saved: true }).catch(() => null);
      if (answer === null) return;
      const before = this.watched.get(path) ?? this.game.versions.get(path);
      this.watched.set(path, answer.version);
      const isOwn = answer.version === (this.game.versions.get(path) ?? null);
      if (before !== undefined && before !== answer.version && !isOwn) await this.takeChange(answer);
    }
  }

  /** Plays by a text that somebody else has saved; a text of this page that is not saved stays until its author decides. */
  private async takeChange(answer: Text): Promise<void> {
    const { path, version } = answer;
    if (this.game.unsaved.has(path)) {
      if (path !== this.path) return;
      const wanted = await this.conflict.ask(path, version !== null, false);
      if (wanted === "load") await this.reload(path);
      if (wanted !== "overwrite") return;
      this.game.versions.set(path, version);
      await this.store();
      return;
    }
    const file = this.files.get(path);
    if (file !== undefined) this.takeSaved(file, answer);
    // What is shown is sent as if it had been typed.
    if (path !== this.path) await this.diagnose(path, answer.text);
  }

  /** Fetches the game's files; a text that is not yet saved goes to the server again. */
  async begin(): Promise<void> {
    const shown = this.path === "" ? null : await this.game.ask("text", { path: this.path }).catch(() => null);
    // The server may have begun anew with another game.
    const answer = shown ?? (await this.ask(() => this.game.ask("text", {})));
    if (answer === null) return;
    this.paths = answer.files;
    for (const path of this.files.keys()) if (!answer.files.includes(path)) this.files.delete(path);
    if (!answer.files.includes(this.path)) this.path = "";
    this.strays.show(answer.files);
    this.choice.replaceChildren(...answer.files.map((path) => element("option", { value: path }, path)));
    await this.refresh();
    await this.show(answer.path);
    for (const [path, text] of this.game.unsaved) if (answer.files.includes(path)) await this.diagnose(path, text);
  }

  /** Takes what the disk says now for all texts without changes of this page's own: the server may have begun anew. */
  private async refresh(): Promise<void> {
    for (const [path, file] of this.files) {
      if (this.game.unsaved.has(path)) continue;
      const answer = await this.ask(() => this.game.ask("text", { path, saved: true }));
      if (answer !== null && answer.text !== file.saved) this.takeSaved(file, answer);
    }
  }

  /** Takes what the disk says for a file; where that is shown the editor can undo it. */
  private takeSaved(file: File, { path, text, version }: Text): void {
    file.saved = text;
    this.game.versions.set(path, version);
    if (path === this.path) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    else file.state = EditorState.create({ doc: text, extensions: this.extensions() });
  }

  render(): void {
    const { reason } = this.game;
    if (reason !== this.litReason) {
      this.litReason = reason;
      lightUp(this.view, placesIn(reason, this.path));
    }
    const changed = this.game.unsaved.has(this.path);
    this.save.disabled = !changed;
    this.words.textContent = changed ? "not saved" : "";
  }

  /** Opens the file of a place and brings it into view. */
  async reveal(place: Place): Promise<void> {
    await this.show(place.path);
    this.view.dispatch({ selection: { anchor: Math.min(place.from, this.view.state.doc.length) } });
    this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.selection.main, { y: "center" }) });
  }

  /** The line at which a place begins, where its file has been opened. */
  async lineOf(place: Place): Promise<number | null> {
    const file = await this.file(place.path);
    const doc = this.path === place.path ? this.view.state.doc : file?.state.doc;
    return doc === undefined || place.from > doc.length ? null : doc.lineAt(place.from).number;
  }

  private async show(path: string): Promise<void> {
    if (path !== this.path) {
      const file = await this.file(path);
      if (file === null) return;
      const before = this.files.get(this.path);
      if (before !== undefined) before.state = this.view.state;
      this.path = path;
      this.conflict.end(null);
      this.view.setState(file.state);
      this.faults.replaceChildren();
      await this.look(path, this.view.state.doc.toString());
    }
    this.choice.value = path;
    lightUp(this.view, placesIn(this.game.reason, path));
    this.render();
  }

  private async file(path: string): Promise<File | null> {
    const known = this.files.get(path);
    if (known !== undefined) return known;
    const answer = await this.ask(() => this.game.ask("text", { path, saved: true }));
    if (answer === null) return null;
    const unsaved = this.game.unsaved.get(path);
    // A text that is kept from before was made from the file of that time.
    if (unsaved === undefined || !this.game.versions.has(path)) this.game.versions.set(path, answer.version);
    const text = unsaved ?? answer.text;
    const file = { state: EditorState.create({ doc: text, extensions: this.extensions() }), saved: answer.text };
    this.files.set(path, file);
    return file;
  }

  private typed(): void {
    const [path, text] = [this.path, this.view.state.doc.toString()];
    if (text === this.files.get(path)?.saved) this.game.unsaved.delete(path);
    else this.game.unsaved.set(path, text);
    this.render();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.diagnose(path, text), PAUSE);
  }

  /** Plays by a text from now on, if it loads. */
  private async diagnose(path: string, text: string): Promise<void> {
    this.told(path, text, await this.ask(() => this.game.edit(path, text)));
  }

  /** Tells what is wrong with a text by which the game is played already. */
  private async look(path: string, text: string): Promise<void> {
    this.told(path, text, await this.ask(() => this.game.ask("edit", { path, text })));
  }

  private told(path: string, text: string, edited: Edited | null): void {
    const isShown = path === this.path && text === this.view.state.doc.toString();
    if (edited !== null && isShown) this.display(edited.diagnostics, edited.state === null);
  }

  /** Underlines what is wrong, and lists it below the text. */
  private display(diagnostics: Diagnostic[], refused: boolean): void {
    const end = this.view.state.doc.length;
    const shown = diagnostics.map((wrong): Shown => {
      const [from, to] = [Math.min(wrong.from, end), Math.min(wrong.to, end)];
      const message = wrong.help === "" ? wrong.message : `${wrong.message}\n${wrong.help}`;
      return { from, to, severity: wrong.severity, message, source: wrong.code };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
    const items = diagnostics.map((wrong) => {
      const line = this.view.state.doc.lineAt(Math.min(wrong.from, end)).number;
      const click = () => this.jump(wrong.from);
      const help = wrong.help === "" ? null : element("span", { class: "help" }, wrong.help);
      const button = element("button", { type: "button", click }, `line ${line}`);
      return element("li", { class: wrong.severity }, button, element("span", {}, wrong.message, help === null ? null : " ", help));
    });
    if (refused) {
      const elsewhere = diagnostics.some((wrong) => wrong.severity === "error") ? "" : " What is wrong lies in another file.";
      const board = this.game.state === null ? "There is no game until the rules load." : "The board still plays by the last rules that loaded.";
      const words = `${board}${elsewhere}`;
      items.push(element("li", { class: "refused" }, words));
    }
    this.faults.replaceChildren(...items);
  }

  private jump(at: number): void {
    const anchor = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Saves the text that is shown. Whether it goes over a file that somebody else has changed is asked. */
  private async store(): Promise<void> {
    const path = this.path;
    let text = this.view.state.doc.toString();
    let version = this.game.versions.get(path) ?? null;
    for (;;) {
      const known = version;
      const saved = await this.ask(() => this.game.ask("save", { path, text, version: known }));
      if (saved === null) return;
      version = saved.version;
      if (saved.written) break;
      const wanted = await this.conflict.ask(path, version !== null);
      if (path === this.path) this.view.focus();
      if (wanted === "load") await this.reload(path);
      if (wanted !== "overwrite" || path !== this.path) return;
      // More may have been typed meanwhile.
      text = this.view.state.doc.toString();
    }
    this.game.versions.set(path, version);
    const file = this.files.get(path);
    if (file !== undefined) file.saved = text;
    const now = path === this.path ? this.view.state.doc : file?.state.doc;
    if (now?.toString() === text) this.game.unsaved.delete(path);
    this.game.changed();
  }

  /** Takes what the disk says in place of the text that is shown. */
  private async reload(path: string): Promise<void> {
    const [answer, file] = [await this.ask(() => this.game.ask("text", { path, saved: true })), this.files.get(path)];
    if (answer !== null && file !== undefined && path === this.path) this.takeSaved(file, answer);
  }

  /** An answer; null where there is none, which is told. */
  private async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await question();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (!fault.lost) {
        this.game.trouble = fault.message;
        this.game.changed();
      }
      return null;
    }
  }

  private extensions(): Extension {
    const save = () => {
      void this.store();
      return true;
    };
    return [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      lintGutter(),
      lighting,
      language,
      colours,
      EditorView.contentAttributes.of({ "aria-label": "Text of the rule file", spellcheck: "false", tabindex: "0" }),
      autocompletion({ override: [(context) => this.complete(context)] }),
      hoverTooltip((view, at) => this.hover(view, at)),
      keymap.of([
        { key: "Mod-s", run: save, preventDefault: true },
        // Nothing else takes the tab key, so that people without a mouse can leave the editor.
        { key: "Tab", run: acceptCompletion },
        ...defaultKeymap,
        ...historyKeymap,
        ...lintKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.typed();
      }),
    ];
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (word === null && !context.explicit) return null;
    const text = context.state.doc.toString();
    const found = await this.ask(() => this.game.ask("complete", { path: this.path, text, at: context.pos }));
    if (found === null) return null;
    // The nearest come first, whatever of them has been typed.
    const boost = { variable: 3, predicate: 2, fluent: 2, vocabulary: 1, directive: 1 } as Record<string, number>;
    const options = found.items.map((item) => ({
      boost: 30 * (boost[item.kind] ?? 0),
      label: item.insert,
      displayLabel: item.label,
      info: item.detail === "" ? undefined : item.detail,
      type: KINDS[item.kind] ?? item.kind,
    }));
    return { from: found.from, options, validFor: /^[\p{L}\p{N}_]*$/u };
  }

  private async hover(view: EditorView, at: number): Promise<Tooltip | null> {
    const text = view.state.doc.toString();
    const known = await this.ask(() => this.game.ask("hover", { path: this.path, text, at }));
    if (known === null) return null;
    return { pos: known.from, end: known.to, above: true, create: () => ({ dom: rendered(known.markdown) }) };
  }
}

