// Values of moves as people read them, and how long their bars are.

import type { Worth } from "./protocol";

/** Decided games lie beyond this, as the protocol says. */
const DECIDED = 1e15;

export function isDecided(worth: Worth): boolean {
  return worth.result !== null || Math.abs(worth.value) >= DECIDED;
}

/** `+12`, `−3`, `0`, `win in 3`. */
export function worthText(worth: Worth): string {
  if (worth.result !== null) return worth.result;
  if (isDecided(worth)) return worth.value > 0 ? "win" : "loss";
  return signed(worth.value);
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** The length of each bar from -1 to 1: the greatest estimate, or a decided game, has the full length. */
export function barLengths(worths: Worth[]): number[] {
  const estimates = worths.filter((worth) => !isDecided(worth)).map((worth) => Math.abs(worth.value));
  const most = Math.max(1, ...estimates);
  return worths.map((worth) => (isDecided(worth) ? Math.sign(worth.value) : worth.value / most));
}
