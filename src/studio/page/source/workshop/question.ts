// Questions to the rules in the present position: their answers as a table, or why there is an answer or none.

import { Fault } from "../connection";
import { element, submitting } from "../element";
import type { Game } from "../game";
import type { GoalAnswer, State } from "../protocol";

/** The answers that are asked for at once. */
const MANY = 100;

/** The goals that are kept. */
const KEPT = 50;

export class QuestionView {
  private readonly goal = element("input", {
    type: "text",
    name: "goal",
    placeholder: "legal(P, M)",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": "Goal",
    keydown: (event: KeyboardEvent) => this.key(event),
  });
  private readonly next = element("button", { type: "button", hidden: true, click: () => void this.more(1) }, "Next answer");
  private readonly all = element("button", { type: "button", hidden: true, click: () => void this.more(MANY) }, `Next ${MANY}`);
  private readonly head = element("tr");
  private readonly rows = element("tbody");
  private readonly table = element("table", { hidden: true }, element("thead", {}, this.head), this.rows);
  private readonly told = element("pre", { class: "told" });
  private readonly answers = element("div", { class: "answers", "aria-live": "polite", tabindex: -1 }, this.table, this.told);
  readonly root: HTMLElement;
  private asked = "";
  private count = 0;
  /** The variables that have a column. */
  private columns: string[] = [];
  private at: State | null = null;
  /** The goals that were asked, the last one first, and which of them is shown. */
  private readonly before: string[] = [];
  private shown = -1;

  constructor(private readonly game: Game) {
    const submit = submitting(() => void this.ask());
    const why = element("button", { type: "button", title: "Why it has an answer, or none", click: () => void this.why() }, "Explain");
    const prompt = element("span", { class: "prompt", "aria-hidden": "true" }, "?-");
    const form = element("form", { submit }, prompt, this.goal, element("button", { type: "submit" }, "Ask"), why);
    this.root = element(
      "section",
      { class: "panel question", "aria-label": "Ask the rules" },
      element("h2", {}, "Ask the rules"),
      form,
      this.answers,
      element("div", { class: "buttons" }, this.next, this.all),
    );
  }

  render(): void {
    // The answers that are left belong to the position in which the question was put.
    if (this.at !== null && this.game.state !== this.at) this.offer(false);
  }

  /** The goals that were asked before come back by the arrow keys. */
  private key(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || this.before.length === 0) return;
    this.shown = Math.min(Math.max(this.shown + step, -1), this.before.length - 1);
    this.goal.value = this.before[this.shown] ?? "";
    event.preventDefault();
  }

  /** The goal in the field, which is kept. */
  private read(): string | null {
    const goal = this.goal.value.trim().replace(/^\?-\s*/, "").replace(/\.$/, "");
    if (goal === "") return null;
    const known = this.before.indexOf(goal);
    if (known >= 0) this.before.splice(known, 1);
    this.before.unshift(goal);
    this.before.length = Math.min(this.before.length, KEPT);
    this.shown = -1;
    return goal;
  }

  private async why(): Promise<void> {
    const goal = this.read();
    if (goal !== null) await this.game.why({ goal });
  }

  /** Puts a goal into the field and asks it. */
  async put(goal: string): Promise<void> {
    this.goal.value = goal;
    await this.ask();
  }

  /** Asks the last goal again, as the rules have changed. */
  async again(): Promise<void> {
    if (this.asked !== "") await this.put(this.asked);
  }

  private async ask(): Promise<void> {
    const goal = this.read();
    if (goal === null) return;
    this.asked = goal;
    this.count = 0;
    this.columns = [];
    this.at = this.game.state;
    this.head.replaceChildren();
    this.rows.replaceChildren();
    this.table.hidden = true;
    this.tell("", "");
    await this.more(1);
  }

  private async more(most: number): Promise<void> {
    const hadFocus = this.root.contains(document.activeElement) && document.activeElement !== this.goal;
    this.offer(false);
    const [goal, skip] = [this.asked, this.count];
    try {
      const found = await this.game.ask("query", { goal, skip, most });
      if (goal !== this.asked || skip !== this.count) return;
      this.count += found.answers.length;
      for (const answer of found.answers) this.add(answer);
      if (this.count === 0) this.tell("no", "end");
      else if (!found.more && this.columns.length > 0) this.tell("no more answers", "end");
      this.offer(found.more);
      if (hadFocus) (found.more ? this.next : this.answers).focus();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.tell(fault.message, "fault");
    }
  }

  private offer(more: boolean): void {
    this.next.hidden = !more;
    this.all.hidden = !more;
  }

  /** Adds an answer as a row: its number, and a cell for each variable. */
  private add({ text, values }: GoalAnswer): void {
    const number = this.rows.childElementCount + 1;
    if (values.length === 0) {
      this.tell(text, "");
      return;
    }
    for (const [name] of values) if (!this.columns.includes(name)) this.columns.push(name);
    const titles = this.columns.map((name) => element("th", { scope: "col" }, name));
    this.head.replaceChildren(element("td"), ...titles);
    const cells = this.columns.map((name) => element("td", {}, values.find(([own]) => own === name)?.[1] ?? ""));
    this.rows.append(element("tr", { class: "answer" }, element("td", { class: "number" }, String(number)), ...cells));
    this.table.hidden = false;
    this.answers.scrollTop = this.answers.scrollHeight;
  }

  private tell(text: string, kind: string): void {
    this.told.textContent = text;
    this.told.className = `told ${kind}`;
  }
}
