// A game in a gallery. Its picture is fetched when it comes into view.

import { element } from "../element";
import { type Card, Refusal } from "./library";

/** How far below the window a card may be whose picture is fetched. */
const AHEAD = "300px";

/** Shows the pictures of cards that come into view. */
const pictures = new WeakMap<Element, () => void>();
const watcher = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      pictures.get(target)?.();
    }
  },
  { rootMargin: AHEAD },
);

/** An item of a gallery. `go` does what is asked for at a click where there is no page yet. */
export function cardOf({ title, about, open, picture }: Card, go: (open: () => Promise<string>) => void): HTMLElement {
  const name = element("strong", {}, title);
  const link =
    typeof open === "string"
      ? element("a", { href: open }, name)
      : element("button", { type: "button", "aria-label": `Copy ${title}`, click: () => go(open) }, name);
  const place = element("span", { class: "picture" });
  const card = element("li", {}, picture === null ? null : place, link, element("span", {}, about));
  if (picture !== null) {
    pictures.set(place, () => void show(place, card, picture));
    watcher.observe(place);
  }
  return card;
}

async function show(place: HTMLElement, card: HTMLElement, picture: () => Promise<string>): Promise<void> {
  try {
    place.replaceChildren(element("img", { src: await picture(), alt: "" }));
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    place.textContent = "no picture";
    card.append(element("span", { class: "fault" }, fault.message));
  }
}
