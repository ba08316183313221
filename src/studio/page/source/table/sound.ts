// Short tones for what happens in the game, made by the browser: a move, a capture, the end, a clock with little time.

import type { Game } from "../game";
import { preferences, prefer } from "../preferences";
import type { State } from "../protocol";

/** A tone: its frequency in hertz, and when it begins and how long it is in seconds. */
type Tone = [frequency: number, from: number, length: number];

const MOVE: Tone[] = [[440, 0, 0.08]];
const CAPTURE: Tone[] = [
  [440, 0, 0.07],
  [294, 0.08, 0.12],
];
const END: Tone[] = [
  [392, 0, 0.16],
  [494, 0.17, 0.16],
  [587, 0.34, 0.3],
];
const LOW: Tone[] = [
  [880, 0, 0.07],
  [880, 0.14, 0.07],
];

/** How loud a tone is, where 1 is as loud as can be. */
const LOUDNESS = 0.15;

/** A tone begins and ends softly, in seconds. */
const EDGE = 0.01;

export class Sounds {
  isOn = preferences().sound;
  private context: AudioContext | null = null;
  private shown: State | null = null;
  private wasOver = false;
  /** The roles that have been told to hurry. */
  private hurried: string[] = [];

  constructor(private readonly game: Game) {}

  toggle(): void {
    this.isOn = !this.isOn;
    prefer({ sound: this.isOn });
    // It is heard that it is on; and a browser lets a page sound only after a click.
    if (this.isOn) this.sound(MOVE);
    this.game.changed();
  }

  render(): void {
    const { state, isOver } = this.game;
    const before = this.shown;
    const [ends, hurries] = [isOver && !this.wasOver, this.hurries(state)];
    this.shown = state;
    this.wasOver = isOver;
    // What a page begins with is nothing that happens.
    if (!this.isOn || state === null || before === null) return;
    if (ends) this.sound(END);
    else if (state !== before && state.ply === before.ply + 1) this.sound(pieces(state) < pieces(before) ? CAPTURE : MOVE);
    else if (hurries) this.sound(LOW);
  }

  /** Whether the time of a role has become short since this was last asked. */
  private hurries(state: State | null): boolean {
    const low = state?.roles.filter((role) => this.game.clock.isLow(role)) ?? [];
    const isNew = low.some((role) => !this.hurried.includes(role));
    this.hurried = low;
    return isNew && this.game.clock.runs;
  }

  private sound(tones: Tone[]): void {
    const context = (this.context ??= new AudioContext());
    // A page that was loaded with sound waits for the first click.
    if (context.state === "suspended") context.resume().catch(() => undefined);
    const now = context.currentTime;
    for (const [frequency, from, length] of tones) {
      const [oscillator, gain] = [context.createOscillator(), context.createGain()];
      const [begin, end] = [now + from, now + from + length];
      oscillator.type = "triangle";
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(LOUDNESS, begin + EDGE);
      gain.gain.setValueAtTime(LOUDNESS, end - EDGE);
      gain.gain.linearRampToValueAtTime(0, end);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(begin);
      oscillator.stop(end);
    }
  }
}

/** The number of pieces on the board. */
function pieces(state: State): number {
  return state.board?.squares.filter((square) => square.piece !== undefined).length ?? 0;
}
