// The dot before a role: of the colour after which the role is named.

import { element } from "../element";
import type { State } from "../protocol";

export function dot(): HTMLElement {
  return element("span", { class: "dot", "aria-hidden": "true" });
}

/** Gives a dot the colour of a role; without a role, or for one that is named after none, it has no colour. */
export function colourDot(mark: HTMLElement, state: State, role: string | undefined): void {
  const colour = role === undefined ? null : (state.colours[state.roles.indexOf(role)] ?? null);
  mark.className = colour === null ? "dot" : `dot ${colour}`;
}
