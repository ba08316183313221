// Renders the book in docs/ into the folder `book` of the site.

import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contents, way } from "./contents.mjs";
import { Examples, framed } from "./examples.mjs";
import { Links } from "./links.mjs";
import { parsed, preformatted, rendered } from "./markdown.mjs";
import { whole } from "./page.mjs";
import { load } from "./typescript.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const docs = join(root, "docs");

/**
 * Writes the book. `module` is the engine, `games` are the names of the games on the site, and `texts` are the texts of
 * all rule files.
 */
export async function writeBook({ site, module, games, texts }) {
  const [{ coloured }, addresses] = [await load("site/book/coloured.ts"), await load("site/link.ts")];
  const { parts, pages } = contents(await readFile(join(docs, "SUMMARY.md"), "utf8"));
  const template = await readFile(new URL("../site/book.html", import.meta.url), "utf8");
  const links = new Links(root, pages, games);
  const examples = new Examples(module, texts, addresses);
  const headings = new Map();
  const write = async (file, text) => {
    const whole = join(site, "book", file);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
  };
  await rm(join(site, "book"), { recursive: true, force: true });
  for (const page of pages) {
    const read = parsed(page.path, await readFile(join(docs, page.path), "utf8"));
    headings.set(page.path, read.headings);
    examples.turn(page.path);
    const run = [];
    for (const block of read.blocks) {
      block.offers = await examples.of(block);
      if (block.offers.example !== null) run.push(block.offers.example);
    }
    const text = rendered(read, (target) => links.address(page, target), (block) => {
      const pre = preformatted(partsOf(block, coloured));
      const { example, play } = block.offers;
      return example === null && play === null ? pre : framed(pre, block.text, block.offers, run.indexOf(example), way(page, "../"));
    });
    const file = run.length === 0 ? null : page.file.replace(/\.html$/, ".json");
    if (file !== null) await write(file, JSON.stringify(run));
    await write(page.file, whole(template, { page, parts, pages, text, examples: file && basename(file) }));
  }
  links.check(headings);
  for (const [path, place] of links.copied) {
    await mkdir(dirname(join(site, "book", place)), { recursive: true });
    await copyFile(join(root, path), join(site, "book", place));
  }
}

/** What is shown of a block, in parts with their colours. */
function partsOf({ language, text }, coloured) {
  // What is added to a file begins with an empty line there.
  if (language === "prolog") return coloured(text.replace(/^\n+/, ""));
  // Lines that only the compiler of the tests needs.
  if (language === "rust") return [{ text: text.replaceAll(/^#(?: .*)?\n/gm, ""), classes: "" }];
  if (language !== "console") return [{ text, classes: "" }];
  const lines = text.split(/(?<=\n)/);
  return lines.map((line) => ({ text: line, classes: line.startsWith("$ ") ? "command" : "" }));
}
