// The tokens of a rule file, for a page that shows it without an editor.

import { highlightTree } from "@lezer/highlight";
import { language, style } from "../../workshop/language";

/** A part of a text, and the classes that colour it. */
export interface Token {
  text: string;
  classes: string;
}

/** The whole text in parts. */
export function coloured(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const take = (to: number, classes: string) => {
    if (to > end) tokens.push({ text: text.slice(end, to), classes });
    end = to;
  };
  highlightTree(language.parser.parse(text), style, (from, to, classes) => {
    take(from, "");
    take(to, classes);
  });
  take(text.length, "");
  return tokens;
}
