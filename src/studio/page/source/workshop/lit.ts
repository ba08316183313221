// Clauses lit in the editor: those that a reason speaks of.

import { forceParsing } from "@codemirror/language";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

interface Range {
  from: number;
  to: number;
}

const light = StateEffect.define<Range[]>();

const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      const end = transaction.newDoc.length;
      const ranges = effect.value.filter((range) => range.from < range.to && range.to <= end);
      const sorted = ranges.sort((one, other) => one.from - other.from || one.to - other.to);
      next = Decoration.set(sorted.map((range) => Decoration.mark({ class: "lit" }).range(range.from, range.to)));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const lighting: Extension = lit;

/** How long colouring what comes into view may take, in milliseconds; the rest is coloured later. */
const PARSING = 40;

/** Lights these ranges and no others, and brings the first of them into view. */
export function lightUp(view: EditorView, ranges: Range[]): void {
  const [first] = ranges;
  const effects: StateEffect<unknown>[] = [light.of(ranges)];
  if (first !== undefined && first.from <= view.state.doc.length) {
    effects.push(EditorView.scrollIntoView(first.from, { y: "center" }));
  }
  view.dispatch({ effects });
  if (first !== undefined) forceParsing(view, ranges.reduce((end, range) => Math.max(end, range.to), 0) + 2000, PARSING);
}
