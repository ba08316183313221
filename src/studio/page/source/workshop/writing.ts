// How a rule file is written in an editor: colours, brackets, keys, and marks where something is wrong.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { colours, language } from "./language";

export const writing: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  bracketMatching(),
  lintGutter(),
  language,
  colours,
  EditorView.contentAttributes.of({ "aria-label": "Text of the rule file", spellcheck: "false", tabindex: "0" }),
  keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
];
