// Questions to the rules in the present position, their answers one at a time.

import { Fault } from "../connection";
import { element } from "../element";
import type { Game } from "../game";
import type { State } from "../protocol";

export class QuestionView {
  private readonly goal = element("input", {
    type: "text",
    name: "goal",
    placeholder: "legal(P, M)",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": "Goal",
  });
  private readonly next = element("button", { type: "button", hidden: true, click: () => void this.more() }, "Next answer");
  private readonly answers = element("ol", { class: "answers", "aria-live": "polite" });
  readonly root: HTMLElement;
  private asked = "";
  private count = 0;
  private at: State | null = null;

  constructor(private readonly game: Game) {
    const submit = (event: Event) => {
      event.preventDefault();
      void this.ask();
    };
    const form = element("form", { submit }, element("span", { class: "prompt", "aria-hidden": "true" }, "?-"), this.goal, element("button", { type: "submit" }, "Ask"));
    this.root = element(
      "section",
      { class: "panel question", "aria-label": "Ask the rules" },
      element("h2", {}, "Ask the rules"),
      form,
      this.answers,
      this.next,
    );
  }

  render(): void {
    // The answers that are left belong to the position in which the question was put.
    if (this.at !== null && this.game.state !== this.at) this.next.hidden = true;
  }

  private async ask(): Promise<void> {
    this.asked = this.goal.value.trim().replace(/^\?-\s*/, "").replace(/\.$/, "");
    if (this.asked === "") return;
    this.count = 0;
    this.at = this.game.state;
    this.answers.replaceChildren();
    await this.more();
  }

  private async more(): Promise<void> {
    this.next.hidden = true;
    const [goal, skip] = [this.asked, this.count];
    try {
      const found = await this.game.ask("query", { goal, skip });
      if (goal !== this.asked || skip !== this.count) return;
      if (found.answer !== null) {
        this.count += 1;
        this.tell(found.answer, "answer");
        this.next.hidden = !found.more;
        if (found.more && skip > 0) this.next.focus();
      } else this.tell(skip === 0 ? "no" : "no more answers", "end");
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.tell(fault.message, "fault");
    }
  }

  private tell(text: string, kind: string): void {
    const item = element("li", { class: kind }, element("pre", {}, text));
    this.answers.append(item);
    this.answers.scrollTop = this.answers.scrollHeight;
  }
}
