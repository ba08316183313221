// The rule files of a game as tabs. Knows nothing of their texts.

import { element } from "../element";
import { fileName } from "../file";

/** Where each of these keys leads from one of `count` tabs. */
const KEYS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export class TabsView {
  private paths: string[] = [];
  private readonly tabs = new Map<string, HTMLButtonElement>();
  readonly root = element("div", { class: "tabs", role: "tablist", "aria-label": "Rule files", keydown: (event: KeyboardEvent) => this.pressed(event) });

  /** `panel` shows the file that is chosen. */
  constructor(
    private readonly panel: HTMLElement,
    private readonly choose: (path: string) => void,
  ) {
    panel.id = "rule-text";
    panel.role = "tabpanel";
  }

  /** Offers these files, the main file first. */
  offer(paths: string[]): void {
    if (paths.join("\n") === this.paths.join("\n")) return;
    this.paths = paths;
    this.tabs.clear();
    for (const path of paths) {
      const attributes = { type: "button", role: "tab", "aria-controls": this.panel.id, title: path, click: () => this.choose(path) };
      this.tabs.set(path, element("button", attributes, nameAmong(paths, path)));
    }
    this.root.replaceChildren(...this.tabs.values());
  }

  /** Shows which file is open, and which ones have changes that are not saved. */
  render(shown: string, isUnsaved: (path: string) => boolean): void {
    this.panel.ariaLabel = shown;
    for (const [path, tab] of this.tabs) {
      tab.ariaSelected = String(path === shown);
      tab.tabIndex = path === shown ? 0 : -1;
      tab.classList.toggle("changed", isUnsaved(path));
      tab.ariaDescription = isUnsaved(path) ? "not saved" : "";
    }
  }

  private pressed(event: KeyboardEvent): void {
    const at = [...this.tabs.values()].findIndex((tab) => tab === document.activeElement);
    const next = this.paths[KEYS[event.key]?.(at, this.paths.length) ?? -1];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    this.tabs.get(next)?.focus();
    this.choose(next);
  }
}

/** The name of a file, with its folders where another file has the same name. */
function nameAmong(paths: string[], path: string): string {
  const name = fileName(path);
  return paths.filter((other) => fileName(other) === name).length > 1 ? path : name;
}
