// This tab's game: where it stands, who plays, and what the program does about it. Views listen to it and ask it to
// do things; it knows nothing of them.

import { GameClock, type TimeControl } from "./clock";
import { Fault, type Connection, type Question } from "./connection";
import { isJudged, type Evaluation } from "./evaluation";
import { Lines } from "./lines";
import type {
  Answers,
  Choice,
  ChosenFile,
  Compared,
  Comparing,
  Difference,
  Edited,
  MoveValue,
  PictureForm,
  Place,
  Progress,
  Reason,
  State,
  Tree,
  Trial,
  Worth,
} from "./protocol";

/** The player of a role that is a person; every other player is the name of a level. */
export const PERSON = "";

/** Programs that play each other leave this long to look, in milliseconds. */
const PAUSE = 350;

/** What the program is doing for a role. */
interface Thinking {
  role: string;
  /** It plays nothing. */
  forHint: boolean;
  progress: Progress | null;
}

/** A line of moves and a place in it, from the start of the game or a position with these facts. */
export interface Standing {
  moves: string[];
  ply: number;
  start: string | null;
}

/** What can be asked about: a move, a square of a move, or any goal. */
export type Asked = { move: string } | { square: string } | { goal: string };

/** Why a game ended before the rules ended it, and who has lost it. */
export interface Forfeit {
  role: string;
  by: "resigning" | "time";
}

/** A reason and what it was asked about. */
export interface Told extends Reason {
  about: string;
  isGoal: boolean;
}

export class Game {
  state: State | null = null;
  /** Who plays each role. */
  readonly players = new Map<string, string>();
  /** Texts that hide what the files say, until they are saved. */
  readonly unsaved = new Map<string, string>();
  /** What the files were on the disk when their texts were read or saved. */
  readonly versions = new Map<string, string | null>();
  thinking: Thinking | null = null;
  hint: Choice | null = null;
  values: MoveValue[] | null = null;
  wantsValues = false;
  /** What this position is worth, or until that is known the one before. */
  evaluation: Evaluation | null = null;
  wantsEvaluation = false;
  forfeit: Forfeit | null = null;
  readonly clock = new GameClock({ low: () => this.changed(), out: (role) => this.loseOnTime(role) });
  /** The board is seen from its other side. */
  isFlipped = false;
  /** Squares and moves are asked about, not played. */
  asking = false;
  /** After a jump in the line the program waits until it is told to go on. */
  waiting = false;
  /** What the persons have chosen where several roles move at once. */
  readonly chosen = new Map<string, string>();
  /** What went wrong with the last thing that was asked. */
  trouble: string | null = null;
  /** The game plays by older rules than the editor shows. */
  outdated = false;
  /** The second game here; null if there is none, and until it has been told. */
  compared: Compared | null = null;
  reason: Told | null = null;
  /** The second game, if it was chosen here. */
  second: ChosenFile | null = null;
  readonly lines = new Lines(this);
  /** How often the rules were read. */
  readings = 0;

  /** A line that could not be opened yet: it is taken up as soon as the rules load. */
  private left: (Standing & { waiting: boolean }) | null = null;
  private readonly listeners: (() => void)[] = [];
  private heavy: Question<unknown> | null = null;
  /** Where the program has chosen its move, which is not played yet. */
  private decided: State | null = null;
  /** A game tree that is being made. */
  private growing: Question<Tree> | null = null;
  private busy = false;
  /** The listeners are about to hear of a change. */
  private telling = false;

  constructor(private readonly connection: Connection) {}

  /** Calls the listener after changes. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** What follows from a change is asked first, so that the server works while the page draws, once for all changes. */
  changed(): void {
    this.clock.run(this.onClock);
    if (this.telling) return;
    this.telling = true;
    setTimeout(() => {
      this.telling = false;
      for (const listener of this.listeners) listener();
    });
  }

  /** Begins from the files and the unsaved texts, with these moves, at this ply; without moves, where the server begins. */
  async open(moves: string[], ply: number, waiting = false, start = this.place?.start ?? null): Promise<void> {
    this.left = { moves, ply, waiting, start };
    await this.change(async () => {
      const texts = Object.fromEntries(this.unsaved);
      const { second } = this;
      let state: State;
      try {
        state = await this.ask("open", { texts, moves, start, second });
        this.outdated = false;
      } catch (fault) {
        if (this.unsaved.size === 0 || (fault instanceof Fault && fault.lost)) throw fault;
        state = await this.ask("open", { moves, start, second });
        this.outdated = true;
      }
      this.readings += 1;
      if (moves.length > 0 && ply < state.ply) state = await this.ask("go", { ply });
      this.left = null;
      return state;
    }, waiting);
  }

  /** The line and where in it one stands; null before there is any. */
  get place(): Standing | null {
    if (this.left !== null) return this.left;
    if (this.state === null) return null;
    const { line, leftOut, ply, start } = this.state;
    return { moves: [...line.map((each) => each.move), ...leftOut], ply, start };
  }

  /** The moves that lead to where one stands. */
  get played(): string[] {
    return this.place?.moves.slice(0, this.place.ply) ?? [];
  }

  isPerson(role: string): boolean {
    return (this.players.get(role) ?? PERSON) === PERSON;
  }

  get isOver(): boolean {
    return this.forfeit !== null || (this.state !== null && this.state.result !== null);
  }

  /** Whether a person may play here and now. */
  get awaitsPerson(): boolean {
    return !this.isOver && this.state !== null && this.state.mover.some((role) => this.isPerson(role));
  }

  /** Plays a move. If it is the next one of the line, the line goes on as it did; another one leaves that as a variation. */
  async play(move: string): Promise<void> {
    const movers = this.state?.mover ?? [];
    await this.change(async () => {
      const { line, ply } = this.state ?? { line: [], ply: 0 };
      const isNext = line[ply]?.move === move;
      const state = await (isNext ? this.ask("go", { ply: ply + 1 }) : this.ask("play", { move }));
      if (!isNext) this.lines.keep(line.map((each) => each.move));
      this.clock.moved(movers, state.ply);
      return state;
    });
  }

  /** What random games of these rules show; null where that was ended. */
  async trial(games: number): Promise<Trial | null> {
    let trial: Trial | null = null;
    await this.guard(async () => {
      trial = await this.heavily("trial", { games });
    });
    this.proceed();
    return trial;
  }

  /** A person's choice: played, or kept until all who move at once have chosen. */
  async choose(role: string, move: string): Promise<void> {
    if (this.asking) return this.why({ move });
    const { mover = [], moves = [] } = this.state ?? {};
    // Chosen on a board that was about to be drawn anew.
    if (!moves.some((legal) => legal.role === role && legal.move === move)) return;
    if (mover.length < 2) return this.play(move);
    this.chosen.set(role, move);
    this.changed();
    this.think();
  }

  async go(ply: number): Promise<void> {
    await this.change(async () => {
      const here = this.state?.ply ?? 0;
      const state = await this.ask("go", { ply });
      this.clock.jump(here, state.ply);
      return state;
    }, true);
  }

  async restart(): Promise<void> {
    await this.change(async () => {
      const state = await this.ask("go", { ply: 0 });
      this.clock.reset();
      return state;
    });
  }

  /** Back to where a person last moved, or by one ply where no person plays. */
  async undo(): Promise<void> {
    if (this.forfeit !== null) {
      if (this.forfeit.by === "time") this.clock.rewind(this.state?.ply ?? 0);
      this.forfeit = null;
      this.proceed();
      return;
    }
    const here = this.state?.ply ?? 0;
    const earlier = this.persons().filter((ply) => ply < here);
    await this.go(Math.max(0, earlier.at(-1) ?? here - 1));
  }

  /** On to where a person moves next in the line. */
  async redo(): Promise<void> {
    const here = this.state?.ply ?? 0;
    const end = this.state?.line.length ?? 0;
    await this.go(this.persons().find((ply) => ply > here) ?? (this.persons().length > 0 ? end : Math.min(here + 1, end)));
  }

  /** The plies of the line at which a person moves. */
  private persons(): number[] {
    const line = this.state?.line ?? [];
    return line.flatMap((ply, at) => (ply.role.split("+").some((role) => this.isPerson(role)) ? [at] : []));
  }

  resign(): void {
    const { mover = [], roles = [] } = this.state ?? {};
    const resigns = [...mover, ...roles].find((role) => this.isPerson(role)) ?? mover[0];
    if (resigns === undefined || this.isOver) return;
    this.end({ role: resigns, by: "resigning" });
  }

  /** A time control, or no clock. Every role has all of its time then. */
  setClock(control: TimeControl | null): void {
    this.clock.set(control);
    this.changed();
    // A search under way knows nothing of it.
    if (this.thinking !== null) void this.stop().then(() => this.proceed());
  }

  /** The roles whose time runs. Where roles move at once the program chooses when all persons have. */
  private get onClock(): string[] {
    const { state } = this;
    if (state === null || this.isOver || this.decided === state || !this.connection.isOpen) return [];
    const programs = state.mover.filter((role) => !this.isPerson(role));
    const looksBack = this.waiting && (state.ply < state.line.length || programs.length > 0);
    if (looksBack) return [];
    const choosing = state.mover.filter((role) => this.isPerson(role) && !this.chosen.has(role));
    return choosing.length > 0 ? choosing : programs;
  }

  private loseOnTime(role: string): void {
    // A move that is under way was made in time.
    if (!this.isOver && !this.busy) this.end({ role, by: "time" });
  }

  private end(forfeit: Forfeit): void {
    this.forfeit = forfeit;
    void this.stop();
    this.changed();
  }

  setPlayer(role: string, player: string): void {
    this.players.set(role, player);
    this.trouble = null;
    void this.stop().then(() => this.proceed());
  }

  /** Lets the program go on after a jump. */
  goOn(): void {
    this.waiting = false;
    this.proceed();
  }

  async askHint(): Promise<void> {
    const state = this.state;
    if (state === null || this.isOver) return;
    const thinking: Thinking = { role: state.mover[0] ?? "", forHint: true, progress: null };
    await this.guard(async () => {
      const hint = await this.heavily("choose", { level: state.usual }, thinking, (progress) => {
        thinking.progress = progress;
        this.changed();
      });
      if (this.state === state) this.hint = hint;
    });
    this.changed();
    void this.evaluate();
  }

  setWantsValues(wanted: boolean): void {
    this.wantsValues = wanted;
    if (!wanted) this.values = null;
    this.changed();
    void this.evaluate();
  }

  setWantsEvaluation(wanted: boolean): void {
    this.wantsEvaluation = wanted;
    this.changed();
    void this.evaluate();
  }

  setAsking(asking: boolean): void {
    this.asking = asking;
    this.changed();
  }

  /** Why a move is legal, or something at a square is not, or a goal has an answer or none. */
  async why(about: Asked): Promise<void> {
    const title = Object.values(about)[0] ?? "";
    const here = this.state;
    await this.guard(async () => {
      const reason = await this.ask("why", about);
      if (this.state === here) this.reason = { about: title, isGoal: "goal" in about, ...reason };
    });
    this.changed();
  }

  /** A picture of this position, or of the line up to it, as SVG; null if there is none. */
  async picture(form: PictureForm): Promise<string | null> {
    let svg: string | null = null;
    this.trouble = null;
    await this.guard(async () => {
      ({ svg } = await this.ask("picture", { form }));
    });
    this.changed();
    return svg;
  }

  /** Turns the board by half, to see it from the other side. */
  flip(): void {
    this.isFlipped = !this.isFlipped;
    this.changed();
  }

  /** Puts what was told away. */
  forgetReason(): void {
    this.reason = null;
    this.changed();
  }

  /** Takes a text for a file. What the program was thinking about may be no longer true, and the text must not wait. */
  async edit(path: string, text: string): Promise<Edited> {
    this.stopGrowing();
    await this.stop();
    const edited = await this.ask("edit", { path, text });
    this.outdated = edited.state === null;
    this.readings += 1;
    if (edited.state !== null && this.left !== null) {
      const { moves, ply, waiting, start } = this.left;
      await this.open(moves, ply, waiting, start);
      return edited;
    }
    if (edited.state !== null) {
      const forfeit = isSamePlace(edited.state, this.state) ? this.forfeit : null;
      this.accept(edited.state);
      this.forfeit = forfeit;
    }
    this.proceed();
    return edited;
  }

  /** The tree below this position. A later question for it, and whatever changes the game, cancels an earlier one. */
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

  /** Lets the second game, if there is one, play what this one did. */
  async follow(): Promise<Compared | null> {
    const here = this.state;
    this.compared = null;
    const compared = await this.ask("compare");
    if (this.state === here) this.compared = compared;
    this.changed();
    return compared;
  }

  /** Takes a rule file as the second game; none for the one with which the studio was started, if there is one. */
  async compareWith(second: ChosenFile | null): Promise<void> {
    this.second = second;
    const { moves, ply } = this.place ?? { moves: [], ply: 0 };
    await this.open(moves, ply, this.waiting);
  }

  /** Where the second game differs from this one: all lines of so many plies are compared, then random games. */
  async difference(plies: number | null, progress: (progress: Comparing) => void): Promise<Difference> {
    try {
      return await this.heavily<"difference", Comparing>("difference", { plies }, null, progress);
    } finally {
      // The program may have been thinking before.
      this.proceed();
    }
  }

  /** Ends what takes long. */
  async cancel(): Promise<void> {
    await this.stop();
  }

  ask<Name extends keyof Answers>(name: Name, fields: object = {}): Promise<Answers[Name]> {
    return this.connection.ask(name, fields).answer;
  }

  /** Changes where the game stands, one change at a time. */
  async change(make: () => Promise<State>, waiting = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.stopGrowing();
    try {
      await this.stop();
      await this.guard(async () => {
        this.accept(await make());
        this.waiting = waiting;
      });
    } finally {
      this.busy = false;
    }
    this.proceed();
  }

  private accept(state: State): void {
    for (const [at, role] of state.roles.entries()) {
      const player = this.players.get(role) ?? (at === 0 ? PERSON : state.usual);
      this.players.set(role, isPlayer(player, state) ? player : state.usual);
    }
    this.state = state;
    this.hint = null;
    this.values = null;
    this.compared = null;
    this.reason = null;
    this.forfeit = null;
    this.decided = null;
    this.chosen.clear();
    this.trouble = state.fault;
  }

  private proceed(): void {
    this.changed();
    this.think();
    void this.evaluate();
  }

  /** Plays for the program where it is to move. */
  private think(): void {
    const state = this.state;
    if (state === null || this.isOver || this.waiting || this.busy) return;
    const programs = state.mover.filter((role) => !this.isPerson(role));
    const persons = state.mover.filter((role) => this.isPerson(role));
    if (persons.some((role) => !this.chosen.has(role))) return;
    if (programs[0] === undefined) {
      if (persons.length > 0) void this.play(persons.map((role) => this.chosen.get(role)).join("+"));
      return;
    }
    void this.thinkFor(state, programs[0]);
  }

  private async thinkFor(state: State, role: string): Promise<void> {
    const level = this.players.get(role) ?? state.usual;
    const begun = performance.now();
    const thinking: Thinking = { role, forHint: false, progress: null };
    let choice: Choice | null = null;
    await this.guard(async () => {
      const clock = this.clock.reading(role);
      choice = await this.heavily("choose", { level, clock }, thinking, (progress) => {
        thinking.progress = progress;
        this.judge(state, progress, level);
        this.changed();
      });
      // Its time does not run while it is looked at.
      this.decided = state;
      this.clock.run(this.onClock);
      const watched = state.roles.every((each) => !this.isPerson(each));
      const left = watched ? begun + PAUSE - performance.now() : 0;
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    });
    if (choice === null) this.changed();
    if (choice === null || this.state !== state || this.waiting || this.isOver) return;
    await this.play(this.joined(state, (choice as Choice).move));
  }

  /** The program's move, with the persons' own choices in place of what it would play for them. */
  private joined(state: State, move: string): string {
    if (state.mover.length < 2) return move;
    const parts = move.split("+");
    return state.mover.map((role, at) => this.chosen.get(role) ?? parts[at] ?? "").join("+");
  }

  private async evaluate(): Promise<void> {
    const state = this.state;
    if (state === null || state.moves.length === 0) return;
    const wantsBar = this.wantsEvaluation && state.mover.length === 1 && isJudged(state) && this.evaluation?.state !== state;
    if (!wantsBar && (!this.wantsValues || this.values !== null)) return;
    if (this.isOver || this.heavy !== null || !(this.awaitsPerson || this.waiting)) return;
    await this.guard(async () => {
      const { values } = await this.heavily("values", { level: state.usual });
      if (this.state !== state) return;
      if (this.wantsValues) this.values = values;
      const [first, ...others] = values;
      if (first !== undefined) this.judge(state, others.reduce((best, each) => (each.value > best.value ? each : best), first), state.usual);
    });
    this.changed();
  }

  /** Keeps what a position is worth to the role to move. */
  private judge(state: State, worth: Worth, level: string): void {
    const [role, ...others] = state.mover;
    if (role !== undefined && others.length === 0) this.evaluation = { state, role, worth, level };
  }

  /** Asks for something that takes long; what was under way is cancelled first. */
  private async heavily<Name extends "choose" | "values" | "difference" | "trial", Step = Progress>(
    name: Name,
    fields: object,
    thinking: Thinking | null = null,
    progress?: (progress: Step) => void,
  ): Promise<Answers[Name]> {
    await this.stop();
    const question = this.connection.ask<Name, Step>(name, fields, progress);
    this.heavy = question;
    this.thinking = thinking;
    this.changed();
    try {
      return await question.answer;
    } finally {
      if (this.heavy === question) {
        this.heavy = null;
        this.thinking = null;
      }
    }
  }

  /** Cancels what takes long, and waits until it has ended. */
  private async stop(): Promise<void> {
    const heavy = this.heavy;
    if (heavy === null) return;
    this.connection.ask("cancel", { job: heavy.id }).answer.catch(() => undefined);
    await heavy.answer.catch(() => undefined);
    this.heavy = null;
    this.thinking = null;
  }

  /** Keeps what goes wrong to be shown; what was cancelled or lost is told elsewhere. */
  async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (!fault.lost && fault.message !== "cancelled") this.trouble = fault.message;
    }
  }
}

/** Whether there is such a player: an edit may have taken a level away. */
function isPlayer(player: string, state: State): boolean {
  const isLevel = player === state.usual || state.levels.some((level) => level.name === player);
  return player === PERSON || isLevel || player.includes("=");
}

/** Whether two states are at the same place of the same line. */
function isSamePlace(one: State, other: State | null): boolean {
  const line = (state: State | null) => JSON.stringify([state?.ply, state?.line]);
  return line(one) === line(other);
}

/** The places of a reason in one file. */
export function placesIn(reason: Reason | null, path: string): Place[] {
  return reason?.places.filter((place) => place.path === path) ?? [];
}
