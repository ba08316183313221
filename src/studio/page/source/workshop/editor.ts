// The rule files of the game in an editor: what is typed is diagnosed at once and played by as soon as it loads;
// nothing on the disk changes until it is saved.

import { diff } from "@codemirror/merge";
import { type ChangeSpec, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Fault } from "../connection";
import { element } from "../element";
import { type Game, placesIn } from "../game";
import type { Edited, Place, Text } from "../protocol";
import { ConflictView, type Wanted } from "./conflict";
import { extensions, foldAway, isWrapped, wrapLines } from "./extensions";
import { FaultsView } from "./faults";
import { lightUp } from "./lit";
import { NamesView } from "./names";
import { StrayView } from "./stray";
import { TabsView } from "./tabs";
import { ToolsView } from "./tools";

/** A text is sent when nothing was typed for so long, in milliseconds. */
const PAUSE = 250;

/** The files are looked at this often, in milliseconds. */
const LOOK = 2_000;

interface File {
  state: EditorState;
  /** What the disk says, as far as this page knows. */
  saved: string;
}

export class EditorPanel {
  private readonly text = element("div");
  private readonly tabs = new TabsView(this.text, (path) => void this.show(path));
  private readonly save = element("button", { type: "button", disabled: true, click: () => void this.store() }, "Save");
  private readonly words = element("span", { class: "unsaved" });
  private readonly conflict = new ConflictView();
  private readonly strays: StrayView;
  private readonly names: NamesView;
  private readonly tools: ToolsView;
  readonly view: EditorView;
  private readonly faults: FaultsView;
  readonly root: HTMLElement;

  private readonly files = new Map<string, File>();
  private path = "";
  /** The file that was chosen last; its text may still be under way. */
  private wanted = "";
  /** What each file was on the disk when it was last looked at. */
  private readonly watched = new Map<string, string | null>();
  private isLooking = false;
  private timer = 0;
  /** What was typed and is not sent yet. */
  private unsent: (() => Promise<void>) | null = null;
  private sending: Promise<void> = Promise.resolve();
  private litReason: unknown = null;

  constructor(private readonly game: Game) {
    this.strays = new StrayView(game.unsaved, () => this.game.changed());
    this.names = new NamesView(game, this);
    this.tools = new ToolsView(this, this.names);
    this.view = new EditorView({ state: this.stateOf("") });
    this.faults = new FaultsView(this.view);
    this.text.append(this.view.dom);
    const bar = element("div", { class: "bar-above" }, this.tabs.root, this.words, this.save);
    const parts = [bar, this.tools.root, this.strays.root, this.conflict.root, this.names.root, this.text, this.faults.root];
    this.root = element("section", { class: "panel editor", "aria-label": "Rules" }, ...parts);
  }

  /** Looks now and then whether somebody else has changed the files, while the page is seen. */
  watch(): void {
    setInterval(() => {
      if (document.visibilityState === "visible") void this.lookAtDisk();
    }, LOOK);
  }

  private async lookAtDisk(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const { files } = await this.game.ask("versions");
      this.offer(files.map(([path]) => path));
      for (const [path, version] of files) {
        const own = this.game.versions.get(path);
        const before = this.watched.has(path) ? this.watched.get(path) : own;
        this.watched.set(path, version);
        if (before !== undefined && before !== version && version !== own) await this.takeChange(path);
      }
    } catch (fault) {
      // What is lost comes back, and is looked at again.
      if (!(fault instanceof Fault)) throw fault;
    } finally {
      this.isLooking = false;
    }
  }

  /** Plays by a text that somebody else has saved; a text of this page that is not saved stays until its author decides. */
  private async takeChange(path: string): Promise<void> {
    const answer = await this.game.ask("text", { path, saved: true });
    const { version } = answer;
    if (this.game.unsaved.has(path) || version === null) {
      if (path !== this.path) return;
      // Somebody may take long to answer, and other files change meanwhile.
      void this.conflict.ask(path, version !== null, false).then((wanted) => this.settle(wanted, path, version));
      return;
    }
    const file = this.files.get(path);
    if (file !== undefined) this.takeSaved(file, answer);
    // What is shown is sent as if it had been typed.
    if (path !== this.path) await this.diagnose(path, answer.text);
  }

  /** Does what somebody wants about a file that has changed. */
  private async settle(wanted: Wanted, path: string, version: string | null): Promise<void> {
    if (wanted === "load") await this.reload(path);
    if (wanted !== "overwrite" || path !== this.path) return;
    this.game.versions.set(path, version);
    await this.store();
  }

  /** Offers these files. */
  private offer(paths: string[]): void {
    this.tabs.offer(paths);
    this.renderTabs();
  }

  private renderTabs(): void {
    this.tabs.render(this.path, (path) => this.game.unsaved.has(path));
  }

  /** Fetches the game's files; a text that is not yet saved goes to the server again. */
  async begin(): Promise<void> {
    const shown = this.path === "" ? null : await this.game.ask("text", { path: this.path }).catch(() => null);
    // The server may have begun anew with another game.
    const answer = shown ?? (await this.ask(() => this.game.ask("text", {})));
    if (answer === null) return;
    this.offer(answer.files);
    for (const path of this.files.keys()) if (!answer.files.includes(path)) this.files.delete(path);
    if (!answer.files.includes(this.path)) this.path = "";
    this.strays.show(answer.files);
    await this.refresh();
    await this.show(answer.path);
    for (const [path, text] of this.game.unsaved) if (answer.files.includes(path)) await this.diagnose(path, text);
  }

  /** Takes what the disk says now for all texts without changes of this page's own: the server may have begun anew. */
  private async refresh(): Promise<void> {
    for (const [path, file] of this.files) {
      if (this.game.unsaved.has(path)) continue;
      const answer = await this.ask(() => this.game.ask("text", { path, saved: true }));
      if (answer !== null && inLines(answer.text) !== file.saved) this.takeSaved(file, answer);
    }
  }

  /** Takes what the disk says for a file; where that is shown the editor can undo it. */
  private takeSaved(file: File, { path, text, version }: Text): void {
    file.saved = inLines(text);
    this.game.versions.set(path, version);
    if (path === this.path) this.view.dispatch({ changes: changes(this.view.state, text) });
    else file.state = this.stateOf(text);
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
    this.renderTabs();
  }

  /** The text that is shown, and where the cursor is in it. */
  get here(): { path: string; text: string; at: number } {
    const { state } = this.view;
    return { path: this.path, text: state.doc.toString(), at: state.selection.main.head };
  }

  /** Takes other texts for some files, as if they had been typed. */
  async replace(texts: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(texts)) {
      if (path === this.path) {
        this.view.dispatch({ changes: changes(this.view.state, text), userEvent: "input" });
        continue;
      }
      const file = await this.file(path);
      if (file === null) return;
      file.state = file.state.update({ changes: changes(file.state, text) }).state;
      this.keep(path, inLines(text));
      await this.diagnose(path, inLines(text));
    }
  }

  /** Lets long lines go on in the next one, or not. */
  wrap(wrapped: boolean): void {
    wrapLines(this.view, wrapped);
  }

  /** Opens the file of a place and brings it into view. */
  async reveal(place: Place): Promise<void> {
    await this.show(place.path);
    if (this.path !== place.path) return;
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
    this.wanted = path;
    if (path !== this.path) {
      const file = await this.file(path);
      // Another file may have been chosen meanwhile.
      if (file === null || path !== this.wanted) return;
      const before = this.files.get(this.path);
      if (before !== undefined) before.state = this.view.state;
      this.path = path;
      this.conflict.end(null);
      const wrapped = isWrapped(this.view);
      this.view.setState(file.state);
      wrapLines(this.view, wrapped);
      this.faults.clear();
      await this.look(path, this.view.state.doc.toString());
      if (path !== this.path) return;
    }
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
    const file = { state: this.stateOf(text), saved: inLines(answer.text) };
    this.files.set(path, file);
    return file;
  }

  private typed(): void {
    const [path, text] = [this.path, this.view.state.doc.toString()];
    this.keep(path, text);
    this.render();
    clearTimeout(this.timer);
    this.unsent = () => this.diagnose(path, text);
    this.timer = setTimeout(() => void this.send(), PAUSE);
  }

  /** Sends what was typed a moment ago, so that what is asked next is about it. */
  async send(): Promise<void> {
    clearTimeout(this.timer);
    const { unsent } = this;
    this.unsent = null;
    if (unsent !== null) this.sending = unsent();
    await this.sending;
  }

  /** Keeps a text that may differ from that on the disk. */
  private keep(path: string, text: string): void {
    if (text === this.files.get(path)?.saved) this.game.unsaved.delete(path);
    else this.game.unsaved.set(path, text);
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
    if (edited === null || !isShown) return;
    this.faults.show(edited.diagnostics, edited.state === null ? this.refused(edited) : null);
    void this.findFolds();
  }

  /** Asks what of the text that is shown can be folded away. */
  async findFolds(): Promise<void> {
    const [path, text] = [this.path, this.view.state.doc.toString()];
    const found = await this.ask(() => this.game.ask("fold", { path, text }));
    const isShown = path === this.path && text === this.view.state.doc.toString();
    if (found !== null && isShown) foldAway(this.view, found.folds);
  }

  /** What a refused text means for the board. */
  private refused({ diagnostics }: Edited): string {
    const elsewhere = diagnostics.some((wrong) => wrong.severity === "error") ? "" : " What is wrong lies in another file.";
    const board = this.game.state === null ? "There is no game until the rules load." : "The board still plays by the last rules that loaded.";
    return `${board}${elsewhere}`;
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
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
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

  private stateOf(text: string): EditorState {
    const panel = {
      here: () => this.here,
      ask: this.ask.bind(this),
      typed: () => this.typed(),
      save: () => void this.store(),
      names: this.names,
    };
    return EditorState.create({ doc: text, extensions: extensions(this.game, panel) });
  }
}

/** The changes that make another text of what an editor has; what stays keeps its marks and the cursor. */
function changes(state: EditorState, changed: string): ChangeSpec[] {
  const text = inLines(changed);
  const parts = diff(state.doc.toString(), text);
  return parts.map(({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, insert: text.slice(fromB, toB) }));
}

/** A text with the ends of lines that the editor has. */
function inLines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}
