// The clock of the game: the time that each role has left, and the choice of a time control.

import { element } from "../element";
import type { TimeControl } from "../clock";
import type { Game } from "../game";
import type { State } from "../protocol";
import { counted } from "../words";
import { colourDot, dot } from "./dot";

const MINUTE = 60_000;
const SECOND = 1000;

/** Minutes for the game and seconds for each move, as players write them. */
const CONTROLS: [number, number][] = [
  [1, 0],
  [3, 2],
  [5, 0],
  [10, 5],
];

/** Stands for no clock, and for minutes and seconds of one's own. */
const NONE = "";
const OWN = "…";

/** So often the times are drawn while they run, in milliseconds. */
const TICK = 100;

export class ClockView {
  private readonly list = element("dl", { class: "beside", "aria-label": "Time left" });
  /** Says once that somebody must hurry, to a screen reader. The times themselves are only shown. */
  private readonly hurry = element("p", { role: "status" });
  /** What each role has left; above the board. */
  readonly times = element("div", { class: "clocks", hidden: true }, this.list, this.hurry);
  private readonly choice: HTMLSelectElement;
  private readonly minutes: HTMLInputElement;
  private readonly seconds: HTMLInputElement;
  private readonly own: HTMLElement;
  /** The choice of the time control. */
  readonly root: HTMLElement;
  private readonly shown = new Map<string, HTMLElement>();
  private roles = "";
  private ticking = 0;

  constructor(private readonly game: Game) {
    const controls = CONTROLS.map(([minutes, seconds]) => {
      const name = `${minutes}+${seconds}`;
      return element("option", { value: name, title: words(minutes, seconds) }, name);
    });
    const [none, own] = [element("option", { value: NONE }, "none"), element("option", { value: OWN }, "own time…")];
    this.choice = element("select", { change: () => this.choose() }, none, ...controls, own);
    const changed = () => this.set();
    this.minutes = element("input", { type: "number", min: "0.01", max: "600", step: "any", value: "5", change: changed });
    this.seconds = element("input", { type: "number", min: "0", max: "600", step: "any", value: "3", change: changed });
    this.own = element(
      "div",
      { class: "own", role: "group", "aria-label": "Own time", hidden: true },
      element("label", {}, this.minutes, " minutes"),
      element("label", {}, "+ ", this.seconds, " seconds a move"),
    );
    this.root = element("div", { class: "clock" }, element("label", {}, "Clock", this.choice), this.own);
  }

  render(): void {
    const { clock, state } = this.game;
    const { control } = clock;
    // Nothing is set while somebody writes.
    if (!this.own.contains(document.activeElement)) this.showControl(control);
    this.times.hidden = control === null || state === null;
    if (state === null) return;
    const roles = JSON.stringify([state.roles, state.colours]);
    if (roles !== this.roles) {
      this.roles = roles;
      this.seat(state);
    }
    this.tick();
    const late = clock.runs ? state.mover.filter((role) => clock.isLow(role)) : [];
    const hurry = late.length === 0 ? "" : `Little time left for ${late.join(", ")}`;
    if (this.hurry.textContent !== hurry) this.hurry.textContent = hurry;
    if (clock.runs && this.ticking === 0) this.ticking = setInterval(() => this.tick(), TICK);
  }

  /** Makes a place for the time of each role. */
  private seat(state: State): void {
    this.shown.clear();
    const rows = state.roles.map((role) => {
      const time = element("strong", { role: "timer" });
      this.shown.set(role, time);
      const mark = dot();
      colourDot(mark, state, role);
      return element("div", {}, element("dt", {}, mark, role), element("dd", {}, time));
    });
    this.list.replaceChildren(...rows);
  }

  private tick(): void {
    const { clock } = this.game;
    for (const [role, time] of this.shown) {
      const text = timeText(clock.leftOf(role));
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("low", clock.isLow(role));
    }
    if (clock.runs) return;
    clearInterval(this.ticking);
    this.ticking = 0;
  }

  private showControl(control: TimeControl | null): void {
    const name = control === null ? NONE : `${control.time / MINUTE}+${control.increment / SECOND}`;
    const isOwn = this.choice.value === OWN && control !== null;
    const isKnown = [...this.choice.options].some((option) => option.value === name);
    this.choice.value = isKnown && !isOwn ? name : OWN;
    this.own.hidden = this.choice.value !== OWN;
    if (control === null || this.own.hidden) return;
    this.minutes.value = String(control.time / MINUTE);
    this.seconds.value = String(control.increment / SECOND);
  }

  private choose(): void {
    if (this.choice.value === NONE) return this.game.setClock(null);
    if (this.choice.value === OWN) return this.set();
    const [minutes = 0, seconds = 0] = this.choice.value.split("+").map(Number);
    this.game.setClock({ time: minutes * MINUTE, increment: seconds * SECOND });
  }

  /** Takes the own time, if it can be one. */
  private set(): void {
    if (this.minutes.value === "" || ![this.minutes, this.seconds].every((field) => field.reportValidity())) return;
    const [minutes, seconds] = [Number(this.minutes.value), Number(this.seconds.value)];
    this.game.setClock({ time: Math.round(minutes * MINUTE), increment: Math.round(seconds * SECOND) });
  }
}

function words(minutes: number, seconds: number): string {
  const game = `${counted(minutes, "minute")} for the game`;
  return seconds === 0 ? game : `${game}, and ${seconds} seconds more with each move`;
}

/** `1:05:00`, `4:59`, and with less than ten seconds `9.4`. */
function timeText(milliseconds: number): string {
  const tenths = Math.ceil(milliseconds / 100);
  if (tenths < 100) return (tenths / 10).toFixed(1);
  const all = Math.ceil(milliseconds / SECOND);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
