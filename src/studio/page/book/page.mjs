// A page of the book around its text: the contents, and the way to the pages before and after.

import { way } from "./contents.mjs";
import { escaped, filled } from "../html.mjs";

/** A page that runs examples needs workers, the engine and the editor's own styles; the others need none of these. */
const PLAIN = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";
const RUNNING =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** Fills the template of the pages; `examples` is the file beside the page that has its examples, null without any. */
export function whole(template, { page, parts, pages, text, examples }) {
  const at = pages.indexOf(page);
  const fields = {
    policy: examples === null ? PLAIN : RUNNING,
    title: escaped(page.title),
    site: way(page, "../"),
    contents: list(page, parts),
    examples: examples === null ? "" : ` data-examples="${escaped(examples)}"`,
    text,
    around: [around(page, pages[at - 1], "prev", "Previous"), around(page, pages[at + 1], "next", "Next")].join(""),
  };
  return filled(template, fields);
}

function list(page, parts) {
  const entry = (other) => {
    const here = other === page ? ' aria-current="page"' : "";
    return `<li><a href="${way(page, other.file)}"${here}>${escaped(other.title)}</a></li>`;
  };
  const part = ({ title, pages }) => {
    const head = title === null ? "" : `<p>${escaped(title)}</p>`;
    return `${head}<ul>${pages.map(entry).join("")}</ul>`;
  };
  return parts.map(part).join("\n");
}

function around(page, other, relation, words) {
  if (other === undefined) return "";
  return `<a class="${relation}" rel="${relation}" href="${way(page, other.file)}"><span>${words}</span> ${escaped(other.title)}</a>`;
}
