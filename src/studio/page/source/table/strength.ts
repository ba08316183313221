// A strength of one's own: how many plies or for how long the program looks ahead, and by which heuristic. It is said as
// the rule language's levels are, `depth=4,heuristic=discs`; options that have no field here stay as they are.

import { element } from "../element";

/** Where nothing else is said. */
const DEPTH = "3";

export class StrengthView {
  private readonly depth: HTMLInputElement;
  private readonly time: HTMLInputElement;
  private readonly heuristic: HTMLSelectElement | null;
  /** Whether the depth is a person's choice, and not the one where nothing else is said. */
  private isDepthWanted = false;
  private others: [string, string][] = [];
  readonly root: HTMLElement;

  /** Calls `change` after every change by a person. */
  constructor(role: string, heuristics: string[], change: () => void) {
    const changed = () => {
      // What cannot be is shown to be wrong, and the program goes on as before.
      if (this.isValid) change();
    };
    const depthChanged = () => {
      this.isDepthWanted = this.depth.value !== "";
      changed();
    };
    const timeChanged = () => {
      if (this.time.value !== "" && !this.isDepthWanted) this.depth.value = "";
      changed();
    };
    this.depth = element("input", { type: "number", min: "1", max: "99", step: "1", change: depthChanged });
    this.time = element("input", { type: "number", min: "0.1", max: "60", step: "any", change: timeChanged });
    const options = heuristics.map((name) => element("option", { value: name }, name.replaceAll("_", " ")));
    this.heuristic = options.length === 0 ? null : element("select", { change: changed }, ...options);
    const depth = element("label", {}, this.depth, " plies");
    const time = element("label", {}, this.time, " seconds");
    const heuristic = this.heuristic === null ? [] : [element("label", {}, "by ", this.heuristic)];
    this.root = element(
      "div",
      { class: "strength", role: "group", "aria-label": `Strength of ${role}`, hidden: true },
      depth,
      time,
      ...heuristic,
    );
  }

  /** The strength in words. */
  get text(): string {
    const said: [string, string][] = [];
    const [depth, time] = [this.depth.value, this.time.value];
    if (depth !== "" || time === "") said.push(["depth", depth === "" ? DEPTH : depth]);
    if (time !== "") said.push(["time", time]);
    if (this.heuristic !== null) said.push(["heuristic", this.heuristic.value]);
    return [...said, ...this.others].map(([name, value]) => `${name}=${value}`).join(",");
  }

  set text(text: string) {
    const said = new Map(text.split(",").map((part) => part.split("=", 2) as [string, string]));
    this.depth.value = said.get("depth") ?? "";
    this.time.value = said.get("time") ?? "";
    const heuristic = said.get("heuristic");
    if (this.heuristic !== null && heuristic !== undefined) this.heuristic.value = heuristic;
    this.others = [...said].filter(([name]) => !["depth", "time", "heuristic"].includes(name));
  }

  /** Whether what is written can be; what cannot is told. */
  get isValid(): boolean {
    return [this.depth, this.time].every((field) => field.reportValidity());
  }

  /** Whether somebody writes here. */
  get isInUse(): boolean {
    return this.root.contains(document.activeElement);
  }
}
