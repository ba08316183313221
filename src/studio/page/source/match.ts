// A match between two players of the program. The page asks for one game after the other, and for a long one in parts, so
// that it can end at any time. It gives way: whatever else is sought comes first, and the match goes on afterwards.

import { Fault } from "./connection";
import type { Game } from "./game";
import type { MatchEnd, MatchPart } from "./protocol";

/** What is played. */
export interface Setting {
  players: [string, string];
  games: number;
  /** The random plies at the start of a game. */
  opening: number;
}

/** A game that was played to its end. */
export interface MatchGame extends MatchEnd {
  moves: string[];
  /** The role of the first player. */
  role: string;
}

/** The same openings come each time, so that matches can be compared. */
const SEED = 0;

export class Match {
  /** The match that is shown; null before the first one. */
  setting: Setting | null = null;
  games: MatchGame[] = [];
  /** The plies of the game that is played. */
  moves: string[] = [];
  isRunning = false;
  /** Why it has ended. */
  words = "";
  /** The facts of the position at which its games begin, if that is not the start of the game. */
  start: string | null = null;
  private isAsking = false;

  constructor(private readonly game: Game) {}

  begin(setting: Setting): void {
    const { state } = this.game;
    if (state === null || this.isRunning) return;
    this.setting = setting;
    this.games = [];
    this.moves = [];
    this.words = "";
    this.start = state.start;
    this.isRunning = true;
    this.game.changed();
    this.goOn();
  }

  /** Ends it, with a word on why. The games that were played stay. */
  end(words: string): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.moves = [];
    this.words = words;
    this.game.changed();
  }

  async stop(): Promise<void> {
    this.end("stopped");
    if (this.isAsking) await this.game.program.stop();
  }

  /** Asks for the next part, if nothing else is under way. */
  goOn(): void {
    const { game, setting } = this;
    if (!this.isRunning || setting === null || this.isAsking || game.isBusy || game.searches.isUnderWay) return;
    if (game.state?.start !== this.start) this.end("ended, because games begin at another position now");
    else void this.playOn(setting);
  }

  private async playOn(setting: Setting): Promise<void> {
    const { game, games } = this;
    const { players, opening } = setting;
    const earlier = games.map(({ result, plies }) => ({ result, plies }));
    this.isAsking = true;
    try {
      const fields = { players, opening, seed: SEED, earlier, moves: this.moves };
      const part = await game.searches.ask("match", fields, () => undefined);
      if (this.isRunning && this.games === games) this.take(part, setting);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      // What was cancelled for something else is asked again, and another match may have begun.
      if (fault.message !== "cancelled" && this.games === games) this.end(`ended: ${fault.message}`);
    } finally {
      this.isAsking = false;
    }
    game.changed();
    if (!this.isRunning) game.proceed();
  }

  private take({ moves, role, end }: MatchPart, setting: Setting): void {
    if (end === null) {
      this.moves = moves;
      return;
    }
    this.moves = [];
    this.games.push({ ...end, moves, role });
    if (this.games.length >= setting.games) this.end("played to the end");
  }
}
