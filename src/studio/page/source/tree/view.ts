// The game tree below the present position, opened node by node. The server makes the nodes and values them; here they
// are drawn as columns, each node with its moves to its right.

import { Fault } from "../connection";
import { element } from "../element";
import { save } from "../export";
import type { Game } from "../game";
import type { State, Tree } from "../protocol";
import { counted } from "../words";
import { cardOf } from "./node";

/** Depths that are offered beside the levels of the rule file. */
const DEPTHS = ["depth=2", "depth=4", "depth=9"];

export class TreeView {
  private readonly level = element("select", { name: "tree-level", "aria-label": "Values", change: () => void this.ask() });
  private readonly svg = element("button", { type: "button", click: () => void this.export() }, "Export as SVG");
  private readonly stop = element("button", { type: "button", hidden: true, click: () => this.game.searches.stopGrowing() }, "Stop");
  private readonly legend = element("p", { class: "faint legend" });
  private readonly told = element("p", { class: "faint", "aria-live": "polite" });
  private readonly nodes = element("div", { class: "nodes" });
  readonly root: HTMLDetailsElement;

  private tree: Tree | null = null;
  private readonly opened = new Map<string, string[]>();
  private asked = 0;
  private at: State | null = null;
  private offered = "";

  constructor(private readonly game: Game) {
    this.root = element(
      "details",
      { class: "panel tree", toggle: () => this.render() },
      element("summary", {}, "Game tree"),
      element("div", { class: "tools" }, element("label", {}, "Values ", this.level), this.svg, this.stop, this.told),
      this.nodes,
      this.legend,
    );
  }

  render(): void {
    const { state } = this.game;
    if (!this.root.open || state === null || state === this.at) return;
    this.at = state;
    this.offer(state);
    this.opened.clear();
    this.turn([]);
  }

  /** The levels at which nodes can be valued. */
  private offer(state: State): void {
    const levels = [...new Set([...state.levels.map((level) => level.name), ...DEPTHS])];
    if (levels.join() === this.offered) return;
    this.offered = levels.join();
    const names = levels.map((name) => element("option", { value: name }, name.replace("=", " ")));
    this.level.replaceChildren(element("option", { value: "" }, "none"), ...names);
  }

  /** Opens what is folded, and folds what is open. */
  private turn(line: string[]): void {
    const key = keyOf(line);
    if (!this.opened.delete(key)) this.opened.set(key, line);
    void this.ask(key);
  }

  /** Asks for the tree as it is open now; the button of a node that was turned keeps the focus. */
  private async ask(turned: string | null = null): Promise<void> {
    const asked = ++this.asked;
    const waiting = setTimeout(() => {
      this.told.textContent = "Growing …";
      this.stop.hidden = false;
    }, 150);
    try {
      const tree = await this.game.searches.grow(this.wanted(false));
      if (asked === this.asked) this.draw(tree, turned);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (asked !== this.asked) return;
      this.told.textContent = fault.message === "cancelled" ? "" : fault.message;
      // What is shown stays as it was, but nothing is known of a new position.
      if (turned !== null) this.opened.delete(turned);
      if (turned === keyOf([])) this.nodes.replaceChildren();
    } finally {
      clearTimeout(waiting);
      if (asked === this.asked) this.stop.hidden = true;
    }
  }

  private wanted(svg: boolean): object {
    return { opened: [...this.opened.values()], level: this.level.value === "" ? null : this.level.value, svg };
  }

  private draw(tree: Tree, turned: string | null): void {
    this.tree = tree;
    this.told.textContent = tree.omission === null ? tree.counts : `${tree.counts} ${tree.omission}`;
    const [plus, minus] = tree.sides ?? [];
    const signs = plus === undefined ? "" : `+ ${plus} to move, − ${minus} to move. `;
    const { plies } = tree;
    const whose = plus === undefined ? "" : ` are ${plus}’s and`;
    const values = plies === null ? "" : `Values${whose} look ${counted(plies, "ply", "plies")} ahead from now. `;
    const line = tree.nodes.some((node) => node.principal) ? "Thick: the line that both sides are expected to play. " : "";
    this.legend.textContent = `${signs}${values}${line}= the same up to symmetry as an earlier brother.`;
    this.nodes.replaceChildren(element("ul", {}, this.branch(0, [])));
    const focus = [...this.nodes.querySelectorAll("button")].find((button) => button.dataset["line"] === turned);
    if (turned !== keyOf([])) focus?.focus({ preventScroll: true });
  }

  /** A node with all that is open below it. */
  private branch(place: number, line: string[]): HTMLLIElement {
    const { tree } = this;
    const node = tree?.nodes[place];
    if (tree === null || node === undefined) return element("li");
    const key = keyOf(line);
    const isOpen = this.opened.has(key);
    const below = node.children.map((child) => this.branch(child, [...line, tree.nodes[child]?.move ?? ""]));
    const name = node.move === "" ? "the root" : node.move;
    const turn = element(
      "button",
      {
        type: "button",
        class: "turn",
        "data-line": key,
        "aria-expanded": String(isOpen),
        "aria-label": `${isOpen ? "Fold" : "Open"} ${name}`,
        click: () => this.turn(line),
      },
      isOpen ? "−" : "+",
    );
    const card = cardOf(tree, node, node.kind === "open" || node.kind === "cut" ? turn : null);
    return element(
      "li",
      { class: node.principal ? "principal" : null },
      card,
      below.length > 0 ? element("ul", { "aria-label": `Moves after ${name}` }, ...below) : null,
    );
  }

  private async export(): Promise<void> {
    try {
      const { svg } = await this.game.searches.grow(this.wanted(true));
      if (svg !== null) save(svg, "image/svg+xml", `${this.game.state?.title ?? "game"} tree.svg`);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.told.textContent = fault.message;
    }
  }
}

function keyOf(line: string[]): string {
  return JSON.stringify(line);
}
