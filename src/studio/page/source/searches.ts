// The questions that take long: one search at a time, and one tree. A new one cancels the one before. Knows nothing of
// games.

import type { Connection, Question } from "./connection";
import type { Answers, Progress, Tree } from "./protocol";

/** The questions that are searches, besides the tree. */
export type SearchName = "choose" | "values" | "threats" | "difference" | "trial" | "match" | "test" | "accept";

export class Searches {
  private heavy: Question<unknown> | null = null;
  /** A game tree that is being made. */
  private growing: Question<Tree> | null = null;

  constructor(private readonly connection: Connection) {}

  /** Whether a search is under way. */
  get isUnderWay(): boolean {
    return this.heavy !== null;
  }

  /** Asks for something that takes long; `begun` is called once what was under way has ended. */
  async ask<Name extends SearchName, Step = Progress>(
    name: Name,
    fields: object,
    begun: () => void,
    progress?: (progress: Step) => void,
  ): Promise<Answers[Name]> {
    while (this.heavy !== null) await this.stop();
    const question = this.connection.ask<Name, Step>(name, fields, progress);
    this.heavy = question;
    begun();
    try {
      return await question.answer;
    } finally {
      if (this.heavy === question) this.heavy = null;
    }
  }

  /** Cancels the search, and waits until it has ended. */
  async stop(): Promise<void> {
    const { heavy } = this;
    if (heavy === null) return;
    this.connection.ask("cancel", { job: heavy.id }).answer.catch(() => undefined);
    await heavy.answer.catch(() => undefined);
    if (this.heavy === heavy) this.heavy = null;
  }

  /** A game tree. A later question for one, and whatever changes the game, cancels an earlier one. */
  async grow(fields: object): Promise<Tree> {
    this.stopGrowing();
    const question = this.connection.ask("tree", fields);
    this.growing = question;
    try {
      return await question.answer;
    } finally {
      if (this.growing === question) this.growing = null;
    }
  }

  /** Ends the growth of a game tree. */
  stopGrowing(): void {
    if (this.growing !== null) this.connection.ask("cancel", { job: this.growing.id }).answer.catch(() => undefined);
    this.growing = null;
  }
}
