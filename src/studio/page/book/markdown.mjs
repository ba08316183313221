// A page of Markdown as HTML. Raw HTML is an error, except for comments: one that stands before a block says what it is.

import MarkdownIt from "markdown-it";
import { escaped } from "../html.mjs";

/** A longer line may not fit on a phone: its block can be scrolled, also by the keyboard. */
const NARROW = 40;

const markdown = new MarkdownIt({ html: true });

/** Reads a page: its tokens, its headings as parts of addresses, and its blocks, each with the comment before it. */
export function parsed(path, text) {
  const tokens = markdown.parse(text, {});
  const blocks = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === "html_block" && !isComment(token.content)) refuse(path, token.content);
    for (const child of token.children ?? []) if (child.type === "html_inline") refuse(path, child.content);
    if (token.type !== "fence") continue;
    const before = tokens[at - 1];
    const directive = before?.type === "html_block" ? before.content.trim().replace(/^<!-- *| *-->$/g, "") : "";
    token.meta = { language: token.info, directive, text: token.content };
    blocks.push(token.meta);
  }
  return { tokens, blocks, headings: named(tokens) };
}

function isComment(html) {
  return /^<!--[^]*-->\s*$/.test(html);
}

function refuse(path, html) {
  throw new Error(`docs/${path}: the book has no raw HTML: ${html.trim()}`);
}

/** Gives each heading an id, as the usual renderers of Markdown name them. */
function named(tokens) {
  const ids = new Set();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const words = tokens[at + 1].children.map((child) => child.content).join("");
    const stem = words.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    let id = stem;
    for (let number = 1; ids.has(id); number += 1) id = `${stem}-${number}`;
    ids.add(id);
    token.attrSet("id", id);
  }
  return ids;
}

/** The HTML of a page that was read: `address` says where a link or a picture leads, `block` makes the HTML of a block. */
export function rendered({ tokens }, address, block) {
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      if (child.type === "link_open") child.attrSet("href", address(child.attrGet("href")));
      if (child.type === "image") child.attrSet("src", address(child.attrGet("src")));
    }
  }
  return markdown.renderer.render(tokens, markdown.options, { block });
}

/** A block as it is, in parts with the classes that colour them. */
export function preformatted(parts) {
  const isWide = parts.map(({ text }) => text).join("").split("\n").some((line) => line.length > NARROW);
  const code = parts.map(({ text, classes }) => (classes === "" ? escaped(text) : `<span class="${classes}">${escaped(text)}</span>`));
  return `<pre${isWide ? ' tabindex="0"' : ""}><code>${code.join("")}</code></pre>\n`;
}

const { rules } = markdown.renderer;
rules.fence = (tokens, at, _options, { block }) => block(tokens[at].meta);
rules.html_block = () => "";

// A heading leads to itself, so that its address can be copied.
const hasLink = (token) => token.children.some((child) => child.type === "link_open");
rules.heading_open = (tokens, at, options, _env, renderer) => {
  const open = renderer.renderToken(tokens, at, options).trimEnd();
  return hasLink(tokens[at + 1]) || tokens[at].tag === "h1" ? open : `${open}<a href="#${escaped(tokens[at].attrGet("id"))}">`;
};
rules.heading_close = (tokens, at) => `${hasLink(tokens[at - 1]) || tokens[at].tag === "h1" ? "" : "</a>"}</${tokens[at].tag}>\n`;

// Tables may be wider than a phone.
rules.table_open = () => '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n';
rules.table_close = () => "</table></div>\n";
for (const name of ["th_open", "td_open"]) {
  rules[name] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at];
    const side = /text-align:(\w+)/.exec(token.attrGet("style") ?? "")?.[1];
    // The policy of the page has no styles in attributes.
    token.attrs = side === undefined ? null : [["class", side]];
    return renderer.renderToken(tokens, at, options);
  };
}
