// What a position is worth, in words and as the length of a bar. Knows nothing of how it was found.

import type { State, Worth } from "./protocol";
import { isDecided, worthText } from "./worth";

/** What a position is worth to a role, as a search at a level found. */
export interface Evaluation {
  /** The position, maybe one before the present. */
  state: State;
  role: string;
  worth: Worth;
  level: string;
}

/** A position in words, and how good it is for the first role: from -1 to 1, if that is certain. */
export interface Judgement {
  words: string;
  length: number;
}

/** An estimate is never as long as this part of the bar, which is kept for what is certain. */
const MOST = 0.92;

/** An estimate of ten to this power has the greatest length. */
const POWERS = 4;

/** Whether values have a meaning for all roles: what is good for one of two is bad for the other. */
export function isJudged(state: State): boolean {
  return state.roles.length < 3;
}

/** A position as a search values it. */
export function judged({ state, role, worth, level }: Evaluation): Judgement {
  const other = state.roles.find((each) => each !== role) ?? null;
  const forFirst = role === state.roles[0] ? 1 : -1;
  if (isDecided(worth)) return { words: decided(role, other, worth), length: forFirst * Math.sign(worth.value) };
  const points = worthText({ value: Math.abs(worth.value), result: null });
  const by = level.includes("=") ? `at ${level}` : `of level ${level.replaceAll("_", " ")}`;
  const better = worth.value > 0 ? role : other;
  const length = forFirst * Math.sign(worth.value) * lengthOf(Math.abs(worth.value));
  if (other === null) return { words: `${worthText(worth)} in points ${by}`, length };
  if (worth.value === 0) return { words: `Even in points ${by}`, length };
  return { words: `${capital(better ?? "")} is better, ${points} in points ${by}`, length };
}

/** A game that is over, by the points of the first role above a draw. */
export function ended(state: State, balance: number): Judgement {
  const [first = "", second] = state.roles;
  const winner = balance > 0 ? first : second;
  const length = Math.sign(balance);
  if (balance === 0) return { words: "A draw", length };
  return { words: winner === undefined ? `${capital(first)} has lost` : `${capital(winner)} has won`, length };
}

/** A decided game: its result is that of the role, such as `win in 3`, `loss` or `goal 50 in 2`. */
function decided(role: string, other: string | null, worth: Worth): string {
  const [, result = "", plies] = /^(.*?)(?: in (\d+))?$/.exec(worthText(worth)) ?? [];
  const when = plies === undefined ? "" : ` in ${plies} ${plies === "1" ? "ply" : "plies"}`;
  if (result === "win") return `${capital(role)} wins${when}`;
  if (result === "loss") return `${other === null ? `${capital(role)} loses` : `${capital(other)} wins`}${when}`;
  if (result === "goal 50" && other !== null) return `A draw${when}`;
  return `${capital(role)} gets ${result.replace("goal ", "")} points of 100${when}`;
}

/** Each heuristic has points of its own size, so the length grows with the number of their digits. */
function lengthOf(points: number): number {
  return MOST * Math.min(1, Math.log10(1 + points) / POWERS);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
