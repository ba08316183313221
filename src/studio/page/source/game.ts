// This tab's game: where it stands, who plays, and what the program does about it. Views listen to it and ask it to
// do things; it knows nothing of them.

import { GameClock, type TimeControl } from "./clock";
import { Fault, type Connection } from "./connection";
import { Lines } from "./lines";
import { Match } from "./match";
import { Program } from "./program";
import type {
  Answers,
  Choice,
  ChosenFile,
  Compared,
  Edited,
  PictureForm,
  Place,
  Reason,
  State,
  Threats,
} from "./protocol";
import { Searches } from "./searches";

/** The player of a role that is a person; every other player is the name of a level. */
export const PERSON = "";

/** Why a match has ended. */
const READ_ANEW = "ended, because the rules were read anew";

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
  readonly program = new Program(this);
  readonly match = new Match(this);
  readonly searches: Searches;
  /** How often the rules were read. */
  readings = 0;

  /** A line that could not be opened yet: it is taken up as soon as the rules load. */
  private left: (Standing & { waiting: boolean }) | null = null;
  private readonly listeners: (() => void)[] = [];
  private busy = false;
  /** The change that is under way. */
  private under: Promise<void> = Promise.resolve();
  /** The listeners are about to hear of a change. */
  private telling = false;

  constructor(private readonly connection: Connection) {
    this.searches = new Searches(connection);
  }

  get hint(): Choice | null {
    return this.program.hint;
  }

  /** What another role threatens; null where that is not looked for. */
  get threats(): Threats | null {
    return this.program.threats;
  }

  /** Whether where the game stands is about to change. */
  get isBusy(): boolean {
    return this.busy;
  }

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
      this.match.goOn();
    });
  }

  /** Begins from the files and the unsaved texts, with these moves, at this ply; without moves, where the server begins. */
  async open(moves: string[], ply: number, waiting = false, start = this.place?.start ?? null): Promise<void> {
    let refused: string | null = null;
    this.match.end(READ_ANEW);
    await this.changeLater(async () => {
      this.left = { moves, ply, waiting, start };
      const texts = Object.fromEntries(this.unsaved);
      const { second } = this;
      let state: State;
      try {
        state = await this.ask("open", { texts, moves, start, second });
        this.outdated = false;
      } catch (fault) {
        if (!(fault instanceof Fault) || fault.lost || (this.unsaved.size === 0 && start === null)) throw fault;
        this.outdated = this.unsaved.size > 0;
        // Other rules may refuse a position that was set up.
        if (start !== null) refused = fault.message;
        state = await this.ask("open", start === null ? { moves, second } : { second });
      }
      this.readings += 1;
      if (moves.length > 0 && ply < state.ply) state = await this.ask("go", { ply });
      this.left = null;
      return state;
    }, waiting);
    if (refused === null) return;
    this.trouble = refused;
    this.changed();
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
      if (!isNext) this.lines.keep(line.map((each) => each.move), state);
      this.clock.moved(movers, state.ply);
      return state;
    });
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
    this.program.think();
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
    if (this.program.thinking !== null) void this.program.stop().then(() => this.proceed());
  }

  /** The roles whose time runs. Where roles move at once the program chooses when all persons have. */
  private get onClock(): string[] {
    const { state } = this;
    if (state === null || this.isOver || this.program.decided === state || !this.connection.isOpen) return [];
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
    void this.program.stop();
    this.changed();
  }

  setPlayer(role: string, player: string): void {
    this.players.set(role, player);
    this.trouble = null;
    void this.program.stop().then(() => this.proceed());
  }

  /** Lets the program go on after a jump. */
  goOn(): void {
    this.waiting = false;
    this.proceed();
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
    this.searches.stopGrowing();
    this.match.end(READ_ANEW);
    await this.program.stop();
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
    const { forfeit, state } = this;
    const { moves, ply } = this.place ?? { moves: [], ply: 0 };
    await this.open(moves, ply, this.waiting);
    if (this.state === null || !isSamePlace(this.state, state)) return;
    this.forfeit = forfeit;
    this.proceed();
  }

  ask<Name extends keyof Answers>(name: Name, fields: object = {}): Promise<Answers[Name]> {
    return this.connection.ask(name, fields).answer;
  }

  /** Changes where the game stands, one change at a time: while one is under way, nothing else is done. */
  async change(make: () => Promise<State>, waiting = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.searches.stopGrowing();
    this.under = this.carryOut(make, waiting).finally(() => (this.busy = false));
    await this.under;
    this.proceed();
  }

  /** The same, but it waits for a change that is under way. */
  async changeLater(make: () => Promise<State>, waiting = false): Promise<void> {
    while (this.busy) await this.under.catch(() => undefined);
    await this.change(make, waiting);
  }

  private async carryOut(make: () => Promise<State>, waiting: boolean): Promise<void> {
    await this.program.stop();
    await this.guard(async () => {
      this.accept(await make());
      this.waiting = waiting;
    });
  }

  private accept(state: State): void {
    for (const [at, role] of state.roles.entries()) {
      const player = this.players.get(role) ?? (at === 0 ? PERSON : state.usual);
      this.players.set(role, isPlayer(player, state) ? player : state.usual);
    }
    this.state = state;
    this.program.forget();
    this.compared = null;
    this.reason = null;
    this.forfeit = null;
    this.chosen.clear();
    this.trouble = state.fault;
  }

  /** Shows a change, and lets the program do what follows from it. */
  proceed(): void {
    this.changed();
    this.program.think();
    void this.program.evaluate();
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
