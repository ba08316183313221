// The lines of a tab's game: variations and comments, positions that are set up, and records.

import type { Game } from "./game";
import type { State } from "./protocol";
import { Variations } from "./variations";

export class Lines {
  readonly variations = new Variations();

  constructor(private readonly game: Game) {}

  /** Keeps a line in whose place another one is shown now, unless that begins with it. */
  keep(line: string[], now: State): void {
    if (line.some((move, at) => now.line[at]?.move !== move)) this.variations.keep(line);
  }

  /** Shows the position after the first plies of another line. If `keeps`, the line before becomes a variation. */
  async show(moves: string[], ply: number, keeps = true): Promise<void> {
    await this.game.changeLater(async () => {
      const before = this.shown;
      const here = this.game.state?.ply ?? 0;
      const state = await this.game.ask("line", { moves, ply });
      this.game.clock.jump(here, ply);
      if (keeps) this.keep(before, state);
      return state;
    }, true);
  }

  /** Shows the end of a line from the position with these facts, or without them from the start of the game; otherwise as `show` does. */
  async showFrom(start: string | null, moves: string[], keeps: boolean): Promise<void> {
    if (start !== (this.game.state?.start ?? null)) await this.setUp(start);
    await this.show(moves, moves.length, keeps);
  }

  /** Begins a line at the position with these facts; without them at the start of the game. */
  async setUp(facts: string | null): Promise<void> {
    await this.game.changeLater(async () => {
      const state = await this.game.ask("setup", { facts });
      this.game.clock.reset();
      this.variations.take([], []);
      return state;
    }, true);
  }

  /** The game as a record, with its variations and comments; null if there is none. */
  async record(date: string): Promise<string | null> {
    const { game } = this;
    const { lines, comments } = this.variations;
    const players = game.state?.roles.map((role) => game.players.get(role) || "a person") ?? [];
    let text: string | null = null;
    game.trouble = null;
    await game.guard(async () => {
      ({ text } = await game.ask("record", { lines, comments, players, forfeit: game.forfeit, date }));
    });
    game.changed();
    return text;
  }

  /** Shows the end of a game of a text of records, and keeps the line before if that is wanted. Returns what the games are called. */
  async replay(text: string, number: number, keeps: boolean): Promise<string[]> {
    let games: string[] = [];
    await this.game.changeLater(async () => {
      const read = await this.game.ask("replay", { text, game: number });
      const isSameStart = read.start === (this.game.state?.start ?? null);
      const before = isSameStart && keeps ? this.shown : [];
      if (!isSameStart) await this.game.ask("setup", { facts: read.start });
      const state = await this.game.ask("line", { moves: read.moves, ply: read.moves.length });
      this.game.clock.reset();
      this.variations.take([before, ...read.lines], read.comments);
      games = read.games;
      return state;
    }, true);
    return games;
  }

  private get shown(): string[] {
    return this.game.state?.line.map((each) => each.move) ?? [];
  }
}
