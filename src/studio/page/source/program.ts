// What the program does for the game of a tab: it plays roles, gives hints, and values moves and positions.

import { Fault } from "./connection";
import { isJudged, type Evaluation } from "./evaluation";
import type { Game } from "./game";
import type { Answers, Choice, Difference, Comparing, MoveValue, Progress, State, TestedSession, Threats, Trial, Worth } from "./protocol";
import type { SearchName } from "./searches";

/** Programs that play each other leave this long to look, in milliseconds. */
const PAUSE = 350;

/** Whether another role can threaten something on a board. */
export function canThreaten(state: State): boolean {
  return state.board !== null && state.roles.length > 1;
}

/** What the program is doing for a role. */
interface Thinking {
  role: string;
  /** It plays nothing. */
  forHint: boolean;
  progress: Progress | null;
}

export class Program {
  thinking: Thinking | null = null;
  hint: Choice | null = null;
  values: MoveValue[] | null = null;
  wantsValues = false;
  /** What another role threatens here. */
  threats: Threats | null = null;
  wantsThreats = false;
  /** What this position is worth, or until that is known the one before. */
  evaluation: Evaluation | null = null;
  wantsEvaluation = false;
  /** Where the program has chosen its move, which is not played yet. */
  decided: State | null = null;

  constructor(private readonly game: Game) {}

  /** Forgets what was about another position. */
  forget(): void {
    this.hint = null;
    this.values = null;
    this.threats = null;
    this.decided = null;
  }

  async askHint(): Promise<void> {
    const { state } = this.game;
    if (state === null || this.game.isOver) return;
    await this.game.guard(async () => {
      const thinking: Thinking = { role: state.mover[0] ?? "", forHint: true, progress: null };
      const hint = await this.choose({ level: state.usual }, thinking);
      if (this.game.state === state) this.hint = hint;
    });
    this.game.changed();
    void this.evaluate();
  }

  setWantsValues(wanted: boolean): void {
    this.wantsValues = wanted;
    if (!wanted) this.values = null;
    this.game.changed();
    void this.evaluate();
  }

  setWantsThreats(wanted: boolean): void {
    this.wantsThreats = wanted;
    if (!wanted) this.threats = null;
    this.game.changed();
    void this.evaluate();
  }

  setWantsEvaluation(wanted: boolean): void {
    this.wantsEvaluation = wanted;
    this.game.changed();
    void this.evaluate();
  }

  /** Where the second game differs from this one: all lines of so many plies are compared, then random games. */
  async difference(plies: number | null, progress: (progress: Comparing) => void): Promise<Difference> {
    try {
      return await this.search<"difference", Comparing>("difference", { plies }, null, progress);
    } finally {
      // It may have been thinking before.
      this.game.proceed();
    }
  }

  /** What random games of these rules show; null where that was ended. */
  async trial(games: number): Promise<Trial | null> {
    let trial: Trial | null = null;
    await this.game.guard(async () => {
      trial = await this.search("trial", { games });
    });
    this.game.proceed();
    return trial;
  }

  /** Runs a session file, unless that is not wanted any more once it can begin. With the output that was shown, stores that. */
  async test(path: string, output: string | null, isWanted: () => boolean): Promise<TestedSession> {
    const { searches } = this.game;
    const begun = () => {
      if (!isWanted()) void this.stop();
    };
    try {
      return await (output === null ? searches.ask("test", { path }, begun) : searches.ask("accept", { path, output }, begun));
    } finally {
      this.game.proceed();
    }
  }

  /** Ends what it is doing. */
  async stop(): Promise<void> {
    const { thinking } = this;
    await this.game.searches.stop();
    // It may think about something else already.
    if (this.thinking === thinking) this.thinking = null;
  }

  /** Plays where it is to move. */
  think(): void {
    const { game } = this;
    const { state } = game;
    if (state === null || game.isOver || game.waiting || game.isBusy) return;
    const programs = state.mover.filter((role) => !game.isPerson(role));
    const persons = state.mover.filter((role) => game.isPerson(role));
    if (persons.some((role) => !game.chosen.has(role))) return;
    if (programs[0] === undefined) {
      if (persons.length > 0) void game.play(persons.map((role) => game.chosen.get(role)).join("+"));
      return;
    }
    void this.thinkFor(state, programs[0]);
  }

  private async thinkFor(state: State, role: string): Promise<void> {
    const { game } = this;
    const level = game.players.get(role) ?? state.usual;
    const begun = performance.now();
    let choice: Choice | null = null;
    await game.guard(async () => {
      const clock = game.clock.reading(role);
      const thinking: Thinking = { role, forHint: false, progress: null };
      choice = await this.choose({ level, clock }, thinking, (progress) => this.judge(state, progress, level));
      // Its time does not run while it is looked at.
      this.decided = state;
      game.changed();
      const watched = state.roles.every((each) => !game.isPerson(each));
      const left = watched ? begun + PAUSE - performance.now() : 0;
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    });
    if (choice === null) game.changed();
    if (choice === null || game.state !== state || game.waiting || game.isOver) return;
    await game.play(this.joined(state, (choice as Choice).move));
  }

  /** The program's move, with the persons' own choices in place of what it would play for them. */
  private joined(state: State, move: string): string {
    if (state.mover.length < 2) return move;
    const parts = move.split("+");
    return state.mover.map((role, at) => this.game.chosen.get(role) ?? parts[at] ?? "").join("+");
  }

  /** Values the moves and the position and looks for threats, if somebody wants that and nothing else is under way. */
  async evaluate(): Promise<void> {
    const { game } = this;
    const { state } = game;
    if (state === null || state.moves.length === 0) return;
    const wantsBar = this.wantsEvaluation && state.mover.length === 1 && isJudged(state) && this.evaluation?.state !== state;
    const wantsValues = wantsBar || (this.wantsValues && this.values === null);
    const wantsThreats = this.wantsThreats && this.threats === null && canThreaten(state);
    if (!wantsValues && !wantsThreats) return;
    if (game.isOver || game.searches.isUnderWay || !(game.awaitsPerson || game.waiting)) return;
    await game.guard(async () => {
      // They are found sooner.
      await (wantsThreats ? this.lookForThreats(state) : this.valueMoves(state));
      // More may have been wanted, or be wanted now.
      void this.evaluate();
    });
    game.changed();
  }

  private async lookForThreats(state: State): Promise<void> {
    let threats: Threats = { taken: [], won: [] };
    try {
      threats = await this.search("threats", {});
    } catch (fault) {
      if (!(fault instanceof Fault) || fault.lost || fault.message === "cancelled") throw fault;
      // They are not looked for again here, and do not keep the moves from being valued.
      this.game.trouble = fault.message;
    }
    if (this.game.state === state && this.wantsThreats) this.threats = threats;
  }

  private async valueMoves(state: State): Promise<void> {
    const { values } = await this.search("values", { level: state.usual });
    if (this.game.state !== state) return;
    if (this.wantsValues) this.values = values;
    const [first, ...others] = values;
    if (first !== undefined) this.judge(state, others.reduce((best, each) => (each.value > best.value ? each : best), first), state.usual);
  }

  /** Keeps what a position is worth to the role to move. */
  private judge(state: State, worth: Worth, level: string): void {
    const [role, ...others] = state.mover;
    if (role !== undefined && others.length === 0) this.evaluation = { state, role, worth, level };
  }

  private choose(fields: object, thinking: Thinking, also: (progress: Progress) => void = () => undefined): Promise<Choice> {
    return this.search("choose", fields, thinking, (progress: Progress) => {
      thinking.progress = progress;
      also(progress);
      this.game.changed();
    });
  }

  private async search<Name extends SearchName, Step = Progress>(
    name: Name,
    fields: object,
    thinking: Thinking | null = null,
    progress?: (progress: Step) => void,
  ): Promise<Answers[Name]> {
    const begun = () => {
      this.thinking = thinking;
      this.game.changed();
    };
    try {
      return await this.game.searches.ask<Name, Step>(name, fields, begun, progress);
    } finally {
      if (this.thinking === thinking) this.thinking = null;
    }
  }
}
