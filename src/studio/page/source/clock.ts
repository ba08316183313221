// The clock of a game: the time that each role has left, now and at each ply of the line. All times are in milliseconds.
// It is told for which roles it runs, and knows nothing of the game or the page.

/** The time of each role for the game, and what each of its moves adds. */
export interface TimeControl {
  time: number;
  increment: number;
}

/** What the program is told of a clock. */
export interface Reading {
  left: number;
  increment: number;
}

/** What a tab remembers of a clock: times by the names of roles, those at plies by their numbers. */
export interface KeptClock {
  control: TimeControl;
  left: [string, number][];
  plies: [number, [string, number][]][];
}

/** Whom the clock tells of what happens while it runs. */
export interface Watcher {
  /** The time of a role is short now. */
  low(): void;
  out(role: string): void;
}

/** With no more time than this a role must hurry; with less than this for the game, in its last part. */
const LOW = 10_000;
const LOW_PART = 6;

export class GameClock {
  private current: TimeControl | null = null;
  /** What each role had left when the clock last stopped or changed hands; all of its time where nothing is said. */
  private left = new Map<string, number>();
  /** The same when a ply was reached, and when it was left by a jump. */
  private readonly plies = new Map<number, Map<string, number>>();
  private running: readonly string[] = [];
  /** Since when it runs. */
  private since = 0;
  private timer = 0;

  constructor(private readonly watcher: Watcher) {}

  get control(): TimeControl | null {
    return this.current;
  }

  /** Whether the time of any role runs. */
  get runs(): boolean {
    return this.running.length > 0;
  }

  /** Gives every role all of its time; without a control there is no clock. */
  set(control: TimeControl | null): void {
    const { running } = this;
    this.run([]);
    this.current = control;
    this.reset();
    this.run(running);
  }

  /** Gives every role all of its time again. */
  reset(): void {
    this.since = performance.now();
    this.left.clear();
    this.plies.clear();
  }

  /** Runs for these roles, and for no others. */
  run(roles: readonly string[]): void {
    this.charge();
    this.running = this.current === null ? [] : roles;
    this.wait();
  }

  /** These roles have moved: the ply with this number is reached. */
  moved(roles: readonly string[], ply: number): void {
    this.run([]);
    for (const role of roles) this.left.set(role, this.leftOf(role) + (this.current?.increment ?? 0));
    for (const later of [...this.plies.keys()].filter((each) => each > ply)) this.plies.delete(later);
    this.plies.set(ply, new Map(this.left));
  }

  /** A jump in the line: the times are those of the other ply. */
  jump(from: number, to: number): void {
    this.run([]);
    this.plies.set(from, new Map(this.left));
    this.left = this.at(to);
  }

  /** Sets the times back to those when this ply was reached. */
  rewind(ply: number): void {
    this.run([]);
    this.left = this.at(ply);
  }

  leftOf(role: string): number {
    const whole = this.left.get(role) ?? this.current?.time ?? 0;
    const gone = this.running.includes(role) ? performance.now() - this.since : 0;
    return Math.max(0, whole - gone);
  }

  isLow(role: string): boolean {
    return this.current !== null && this.leftOf(role) <= this.low;
  }

  /** The clock as the program is told of it; null without one. */
  reading(role: string): Reading | null {
    if (this.current === null) return null;
    return { left: Math.floor(this.leftOf(role)), increment: this.current.increment };
  }

  get kept(): KeptClock | null {
    if (this.current === null) return null;
    this.charge();
    const plies = [...this.plies].map(([ply, left]): [number, [string, number][]] => [ply, [...left]]);
    return { control: this.current, left: [...this.left], plies };
  }

  set kept(kept: KeptClock | null) {
    this.set(kept?.control ?? null);
    if (kept === null) return;
    this.left = new Map(kept.left);
    for (const [ply, left] of kept.plies) this.plies.set(ply, new Map(left));
  }

  private get low(): number {
    return Math.min(LOW, (this.current?.time ?? 0) / LOW_PART);
  }

  /** The times when a ply was reached, or the nearest one before it that is known. */
  private at(ply: number): Map<string, number> {
    const known = [...this.plies.keys()].filter((each) => each <= ply);
    return new Map(this.plies.get(Math.max(...known)));
  }

  /** Takes what has gone by from the roles for which the clock runs. */
  private charge(): void {
    for (const role of this.running) this.left.set(role, this.leftOf(role));
    this.since = performance.now();
  }

  /** Waits until the time of a role is short or over. */
  private wait(): void {
    clearTimeout(this.timer);
    if (this.running.length === 0) return;
    const { low } = this;
    const waits = this.running.map((role) => {
      const left = this.leftOf(role);
      return left > low ? left - low : left;
    });
    this.timer = setTimeout(() => this.ring(), Math.ceil(Math.min(...waits)));
  }

  private ring(): void {
    const out = this.running.find((role) => this.leftOf(role) <= 0);
    if (out === undefined) {
      this.wait();
      this.watcher.low();
      return;
    }
    this.run([]);
    this.watcher.out(out);
  }
}
