// The session files beside the rules: they are run by the texts of this page, and what they give is compared with what was
// stored.

import { Fault } from "../connection";
import { element } from "../element";
import type { Game } from "../game";
import type { SessionList } from "../protocol";
import type { EditorPanel } from "./editor";
import { SessionView, VERDICTS } from "./session";

/** So often a run begins that something else cancels. */
const MOST_TRIES = 10;

const NO_DISK = "Session tests need the program: regola studio runs the session files beside a rule file.";

const NO_FILES = "No session file beside the rules loads this game. A session that :save has written in regola repl is one.";

const UNSAVED = "There are changes of the rules that are not saved. What is accepted must be the output of the saved rules: save them first.";

export class SessionsView {
  private readonly run = element("button", { type: "button", hidden: true, click: () => void this.test() }, "Run");
  private readonly stop = element("button", { type: "button", hidden: true, click: () => this.halt() }, "Stop");
  private readonly acceptAll = element("button", { type: "button", hidden: true, click: () => void this.accept(this.files) }, "Accept all");
  private readonly words = element("p", { class: "faint", role: "status" });
  private readonly outdated = element("p", { class: "faint", hidden: true }, "The rules have changed since this run.");
  private readonly list = element("ul", { class: "session-files", "aria-label": "Session files" });
  readonly root = element(
    "details",
    { class: "panel sessions", toggle: () => void this.open() },
    element("summary", {}, "Tests"),
    element("p", { class: "faint" }, "Session files, run by the rules as they stand here. What they give is compared with what was stored."),
    element("div", { class: "buttons" }, this.run, this.stop, this.acceptAll),
    this.words,
    this.outdated,
    this.list,
  );
  private files: SessionView[] = [];
  private isRunning = false;
  /** Somebody has stopped the run. */
  private isStopped = false;
  /** How often the rules had been read at the last run. */
  private readings: number | null = null;

  constructor(
    private readonly game: Game,
    private readonly editor: EditorPanel,
  ) {}

  render(): void {
    this.outdated.hidden = this.readings === null || this.isRunning || this.readings === this.game.readings;
  }

  private async open(): Promise<void> {
    if (this.root.open && !this.isRunning) await this.find();
  }

  /** Lists the session files. What is shown of one that is still there stays. */
  private async find(): Promise<void> {
    let found: SessionList | null;
    try {
      found = await this.game.ask("sessions");
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.words.textContent = fault.message;
      return;
    }
    const known = new Map(this.files.map((file) => [file.path, file]));
    this.files = (found?.files ?? []).map((path) => known.get(path) ?? this.view(path));
    this.list.replaceChildren(...this.files.map((file) => file.root));
    this.run.hidden = this.files.length === 0;
    if (found === null) this.words.textContent = NO_DISK;
    else if (this.files.length === 0) this.words.textContent = NO_FILES;
    else if (this.readings === null) this.words.textContent = "";
  }

  private view(path: string): SessionView {
    const view: SessionView = new SessionView(path, () => void this.accept([view]));
    return view;
  }

  private async test(): Promise<void> {
    await this.work(async () => {
      await this.editor.send();
      this.readings = this.game.readings;
      await this.find();
      for (const file of this.files) file.clear();
      await this.runAll(this.files, () => null);
    });
  }

  /** Stores what was shown of these files. */
  private async accept(files: SessionView[]): Promise<void> {
    if (this.game.unsaved.size > 0 && !this.isRunning) {
      this.words.textContent = UNSAVED;
      return;
    }
    await this.work(async () => {
      // What was run by other rules stays so.
      if (files.length === this.files.length) this.readings = this.game.readings;
      await this.runAll(files.filter((file) => file.differs), (file) => file.tested?.output ?? null);
    });
  }

  /** Does some work, if none is under way. */
  private async work(run: () => Promise<void>): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.isStopped = false;
    this.run.disabled = true;
    this.stop.hidden = false;
    this.acceptAll.hidden = true;
    this.render();
    try {
      await run();
    } finally {
      this.end();
    }
  }

  /** Runs files one after the other, until that is stopped. */
  private async runAll(files: SessionView[], output: (file: SessionView) => string | null): Promise<void> {
    for (const file of files) {
      this.words.textContent = `Running ${file.path} …`;
      for (let tries = 0; tries < MOST_TRIES && !this.isStopped; tries += 1) {
        if (await this.runOne(file, output(file))) break;
      }
    }
  }

  /** Runs a file. Returns whether it came to an end: a move or an edit cancels what the program does. */
  private async runOne(file: SessionView, output: string | null): Promise<boolean> {
    try {
      const tested = await this.game.program.test(file.path, output, () => !this.isStopped);
      file.show(tested);
      return !(tested.ended?.cancelled ?? false);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const isCancelled = fault.message === "cancelled" && !fault.lost;
      if (!isCancelled) file.tell(fault.message);
      return !isCancelled;
    }
  }

  private end(): void {
    this.isRunning = false;
    this.run.disabled = false;
    if (document.activeElement === this.stop) this.run.focus();
    this.stop.hidden = true;
    this.acceptAll.hidden = this.files.filter((file) => file.differs).length < 2;
    this.words.textContent = this.summary();
    this.render();
  }

  private halt(): void {
    this.isStopped = true;
    void this.game.program.stop();
  }

  /** The number of headings with each result. */
  private summary(): string {
    const headings = this.files.flatMap((file) => file.tested?.headings ?? []);
    const counts = Object.entries(VERDICTS).flatMap(([verdict, word]) => {
      const count = headings.filter((heading) => heading.verdict === verdict).length;
      return count === 0 ? [] : [`${count} ${word}`];
    });
    const unfinished = this.files.filter(({ tested }) => tested === null || tested.ended !== null).length;
    if (unfinished > 0) counts.push(`${unfinished} of ${this.files.length} files not run to the end`);
    return counts.length === 0 ? "Nothing was asked." : `${counts.join(", ")}.`;
  }
}
