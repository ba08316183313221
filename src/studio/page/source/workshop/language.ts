// How rule files are coloured: the tokens of the language, line by line.

import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const VOCABULARY = new Set(
  (
    "role init legal does add delete next terminal goal heuristic feature quiet level impossible symmetry grid show " +
    "beside_board surface looks_like off_board drawn_line border tint plane notation path owns square_name after"
  ).split(" "),
);
const OPERATOR_WORDS = new Set(["is", "mod", "rem", "div", "xor"]);
const DIRECTIVES = new Set(["game", "fluent", "use"]);

interface Reading {
  /** Within a block comment. */
  comment: boolean;
  /** A directive's name may follow. */
  directive: boolean;
}

function token(stream: StringStream, reading: Reading): string | null {
  if (reading.comment) {
    if (stream.skipTo("*/")) {
      stream.match("*/");
      reading.comment = false;
    } else stream.skipToEnd();
    return "comment";
  }
  if (stream.eatSpace()) return null;
  const { directive } = reading;
  reading.directive = false;
  if (stream.match("/*")) {
    reading.comment = true;
    return "comment";
  }
  if (stream.match("%")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^0'(?:\\.|''|[^'\\])/)) return "string";
  if (stream.match(/^"(?:\\.|[^"\\])*"?/) || stream.match(/^`(?:\\.|[^`\\])*`?/)) return "string";
  if (stream.match(/^'(?:\\.|[^'\\])*'?/)) return null;
  if (stream.match(/^(?:0x[0-9a-f]+|0o[0-7]+|0b[01]+|\d+(?:_\d+)*)/i)) return "number";
  if (stream.match(/^[_\p{Lu}][\p{L}\p{N}_]*/u)) return "variableName";
  const word = stream.match(/^\p{L}[\p{L}\p{N}_]*/u);
  if (word !== null && typeof word === "object") {
    const name = word[0];
    if (directive && DIRECTIVES.has(name)) return "keyword";
    if (OPERATOR_WORDS.has(name)) return "operator";
    if (VOCABULARY.has(name)) return "standard";
    return stream.peek() === "(" ? "function" : null;
  }
  if (stream.match(":-")) {
    reading.directive = true;
    return "keyword";
  }
  if (stream.match(/^(?:\*->|->|\\\+|;|!)/)) return "keyword";
  if (stream.match(/^\.\.?(?=\s|$|\d)/)) return "punctuation";
  if (stream.match(/^[-+*/\\^<>=~:.?@#&$]+/)) return "operator";
  stream.next();
  return "punctuation";
}

export const language = StreamLanguage.define<Reading>({
  name: "rules",
  startState: () => ({ comment: false, directive: false }),
  token,
  tokenTable: { function: tags.function(tags.name), standard: tags.standard(tags.name) },
  languageData: { commentTokens: { line: "%", block: { open: "/*", close: "*/" } } },
});

export const style = HighlightStyle.define([
  { tag: tags.comment, class: "token-comment" },
  { tag: tags.string, class: "token-string" },
  { tag: tags.number, class: "token-number" },
  { tag: tags.variableName, class: "token-variable" },
  { tag: tags.keyword, class: "token-keyword" },
  { tag: tags.operator, class: "token-operator" },
  { tag: tags.function(tags.name), class: "token-function" },
  { tag: tags.standard(tags.name), class: "token-standard" },
]);

export const colours = syntaxHighlighting(style);
