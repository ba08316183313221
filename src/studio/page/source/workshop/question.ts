// Questions to the rules in the present position: their answers as a table, why there is an answer or none, and what the
// search for answers costs.

import { Fault } from "../connection";
import { element, submitting } from "../element";
import type { Game } from "../game";
import type { GoalAnswer, Place, PredicateCost, Profile, State } from "../protocol";
import { counted } from "../words";

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
  /** The profile that was asked for last. */
  private profiled = Symbol();
  /** The goals that were asked, the last one first, and which of them is shown. */
  private readonly before: string[] = [];
  private shown = -1;

  /** The places of clauses can be shown by `reveal`. */
  constructor(
    private readonly game: Game,
    private readonly reveal?: (place: Place) => void,
  ) {
    const submit = submitting(() => void this.ask());
    const why = element("button", { type: "button", title: "Why it has an answer, or none", click: () => void this.why() }, "Explain");
    const cost = element("button", { type: "button", title: "Which predicates all its answers cost", click: () => void this.cost() }, "Profile");
    const prompt = element("span", { class: "prompt", "aria-hidden": "true" }, "?-");
    const form = element("form", { submit }, prompt, this.goal, element("button", { type: "submit" }, "Ask"), why, cost);
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
    this.profiled = Symbol();
    this.count = 0;
    this.columns = [];
    this.at = this.game.state;
    this.clear();
    await this.more(1);
  }

  private clear(): void {
    this.head.replaceChildren();
    this.rows.replaceChildren();
    this.table.className = "";
    this.table.hidden = true;
    this.tell("", "");
  }

  private async cost(): Promise<void> {
    const goal = this.read();
    if (goal !== null) await this.profile({ goal });
  }

  /** Shows which predicates all answers to a goal cost, or a move: the proof that it is legal, and what it does. */
  async profile(about: { goal: string } | { move: string }): Promise<void> {
    this.asked = "";
    this.offer(false);
    this.clear();
    const asked = (this.profiled = Symbol());
    const before = this.goal.value;
    try {
      const profile = await this.game.ask("profile", about);
      if (asked !== this.profiled) return;
      // What is typed meanwhile stays.
      if (this.goal.value === before) this.goal.value = profile.goal;
      this.list(profile);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (asked !== this.profiled) return;
      this.tell(fault.message, "fault");
    }
    this.answers.focus();
  }

  private list({ answers, steps, predicates }: Profile): void {
    const titles = ["predicate", "steps", "%", "calls", "exits", "redos", "fails"];
    this.head.replaceChildren(...titles.map((title) => element("th", { scope: "col" }, title)));
    this.rows.replaceChildren(...predicates.map((predicate) => this.line(predicate, steps)));
    this.table.className = "profile";
    this.table.hidden = predicates.length === 0;
    this.tell(`${counted(steps, "step")}, for ${counted(answers, "answer")}`, "end");
  }

  private line({ name, place, steps, calls, exits, redos, fails }: PredicateCost, all: number): HTMLElement {
    const { reveal } = this;
    const shown =
      place === null || reveal === undefined
        ? element("code", {}, name)
        : element("button", { type: "button", class: "place", click: () => reveal(place) }, name);
    const share = ((100 * steps) / Math.max(all, 1)).toFixed(1);
    const counts = [steps, share, calls, exits, redos, fails].map((count) => element("td", { class: "number" }, String(count)));
    return element("tr", {}, element("th", { scope: "row" }, shown), ...counts);
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
