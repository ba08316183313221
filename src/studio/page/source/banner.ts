// A strip across the page while the server does not answer.

import { element } from "./element";

export class Banner {
  private readonly words = element("span", {});
  readonly root = element("div", { class: "banner", role: "alert", hidden: true }, this.words);
  private ticking = 0;

  /** Tells that the server is gone, or has no room for this tab, and when it is tried again. */
  lost(seconds: number, isFull: boolean): void {
    clearInterval(this.ticking);
    let left = seconds;
    const say = () => {
      const when = left > 0 ? `in ${left} s` : "now";
      this.words.textContent = isFull
        ? `Too many tabs of this studio are open. Close one of them; this one is tried again ${when}.`
        : `The server has stopped. It is tried again ${when}; if it was started anew, open the address that it printed.`;
      left -= 1;
    };
    // A screen reader says this once, not every second.
    if (this.root.hidden) this.root.hidden = false;
    this.root.setAttribute("aria-live", "off");
    say();
    this.ticking = setInterval(say, 1000);
  }

  found(): void {
    clearInterval(this.ticking);
    this.root.hidden = true;
  }
}
