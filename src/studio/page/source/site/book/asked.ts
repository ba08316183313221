// Goals of the book that can be asked again: of a game of the site, of rules that can be edited, or of no rules at all.

import { element } from "../../element";
import type { Game } from "../../game";
import { QuestionView } from "../../workshop/question";
import { RunningExample } from "./example";

export class AskedExample extends RunningExample {
  protected async show(game: Game): Promise<void> {
    const { goals = [], moves = [], file } = this.example;
    // Nobody plays here.
    await game.open(moves, moves.length, true);
    await this.text?.look(game);
    const question = new QuestionView(game);
    let asked = game.state;
    game.onChange(() => {
      question.render();
      if (game.state === asked) return;
      asked = game.state;
      void question.again();
    });
    const parts: (HTMLElement | null)[] = [
      file === null ? null : element("p", { class: "faint" }, [`Asked of ${file}`, ...(moves.length === 0 ? [] : ["after", ...moves])].join(" ")),
      goals.length < 2 ? null : this.choice(goals, question),
      question.root,
    ];
    this.stage.replaceChildren(...parts.filter((part) => part !== null));
    this.stage.hidden = false;
    if (goals[0] !== undefined) await question.put(goals[0]);
  }

  private choice(goals: string[], question: QuestionView): HTMLElement {
    const options = goals.map((goal) => element("option", { value: goal }, goal));
    const choice: HTMLSelectElement = element("select", { "aria-label": "Goals of this block", change: () => void question.put(choice.value) }, ...options);
    return choice;
  }
}
