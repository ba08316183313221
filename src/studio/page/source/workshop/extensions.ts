// What the editor beside a board can do: completions, documentation under the pointer, folding, search, and keys.

import { acceptCompletion, autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import { element } from "../element";
import type { Game } from "../game";
import type { Fold } from "../protocol";
import { lighting } from "./lit";
import { rendered } from "./markdown";
import type { NamesView } from "./names";
import { writing } from "./writing";

/** The editor's own kinds of completions, by the protocol's. */
const KINDS: Record<string, string> = {
  variable: "variable",
  predicate: "function",
  fluent: "property",
  vocabulary: "keyword",
  directive: "keyword",
  builtin: "function",
};

/** How far the kinds of completions are from what is written; the nearest come first. */
const BOOST: Record<string, number> = { variable: 90, predicate: 60, fluent: 60, vocabulary: 30, directive: 30 };

/** The panel around an editor. */
export interface Panel {
  /** The text that is shown, and where the cursor is in it. */
  here(): { path: string; text: string; at: number };
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null>;
  typed(): void;
  save(): void;
  readonly names: NamesView;
}

const folded = StateEffect.define<Fold[]>();

/** The ranges that can be folded, as they were last told. */
const folds = StateField.define<Fold[]>({
  create: () => [],
  update(before, transaction) {
    const told = transaction.effects.find((effect) => effect.is(folded));
    if (told !== undefined) return told.value as Fold[];
    if (!transaction.docChanged) return before;
    return before.map(({ from, to }) => ({ from: transaction.changes.mapPos(from), to: transaction.changes.mapPos(to) }));
  },
});

const wrapping = new Compartment();

/** Lets these ranges be folded away. */
export function foldAway(view: EditorView, ranges: Fold[]): void {
  view.dispatch({ effects: folded.of(ranges) });
}

/** Lets long lines go on in the next one, or not. */
export function wrapLines(view: EditorView, wrapped: boolean): void {
  view.dispatch({ effects: wrapping.reconfigure(wrapped ? EditorView.lineWrapping : []) });
}

export function isWrapped(view: EditorView): boolean {
  return view.lineWrapping;
}

export function extensions(game: Game, panel: Panel): Extension {
  const { names } = panel;
  const run = (work: () => void) => () => {
    work();
    return true;
  };
  return [
    lighting,
    folds,
    codeFolding(),
    foldGutter({ markerDOM: foldMark }),
    foldService.of((state, start, end) => {
      const fold = state.field(folds).find(({ from, to }) => start <= from && from <= end && to > end);
      return fold === undefined ? null : { from: end, to: Math.min(fold.to, state.doc.length) };
    }),
    search({ top: true }),
    wrapping.of([]),
    autocompletion({ override: [(context) => complete(game, panel, context)] }),
    hoverTooltip((_, at) => hover(game, panel, at)),
    keymap.of([
      { key: "Mod-s", run: run(() => panel.save()), preventDefault: true },
      { key: "F12", run: run(() => void names.define()) },
      { key: "Shift-F12", run: run(() => void names.list()) },
      { key: "F2", run: run(() => names.rename()) },
      { key: "Shift-Alt-f", run: run(() => void names.format()) },
      // Nothing else takes the tab key, so that people without a mouse can leave the editor.
      { key: "Tab", run: acceptCompletion },
      ...searchKeymap,
      ...foldKeymap,
    ]),
    writing,
    EditorView.domEventHandlers({
      // Where the pointer is, the cursor is already.
      click: (event) => {
        if (event.ctrlKey || event.metaKey) void names.define();
      },
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) panel.typed();
    }),
  ];
}

function foldMark(open: boolean): HTMLElement {
  return element("span", { title: open ? "Fold" : "Unfold" }, open ? "▾" : "▸");
}

async function complete(game: Game, panel: Panel, context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (word === null && !context.explicit) return null;
  const { path } = panel.here();
  const text = context.state.doc.toString();
  const found = await panel.ask(() => game.ask("complete", { path, text, at: context.pos }));
  if (found === null) return null;
  const options = found.items.map((item) => ({
    boost: BOOST[item.kind] ?? 0,
    label: item.insert,
    displayLabel: item.label,
    info: item.detail === "" ? undefined : item.detail,
    type: KINDS[item.kind] ?? item.kind,
  }));
  return { from: found.from, options, validFor: /^[\p{L}\p{N}_]*$/u };
}

async function hover(game: Game, panel: Panel, at: number): Promise<Tooltip | null> {
  const known = await panel.ask(() => game.ask("hover", { ...panel.here(), at }));
  if (known === null) return null;
  return { pos: known.from, end: known.to, above: true, create: () => ({ dom: rendered(known.markdown) }) };
}
