// Where the links of the book lead on the site. One that leads nowhere is an error.

import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { way } from "./contents.mjs";

const PICTURE = /\.(png|svg)$/;

export class Links {
  #root;
  #pages;
  #games;
  /** The files to be copied into the book: their places in it, by their paths in the repository. */
  copied = new Map();
  /** The headings that links lead to. */
  #headings = [];

  /** `root` is the folder of the repository, `games` are the names of the games on the site. */
  constructor(root, pages, games) {
    this.#root = root;
    this.#pages = new Map(pages.map((page) => [`docs/${page.path}`, page]));
    this.#games = new Set(games);
  }

  /** The address that a link on a page gets. */
  address(page, target) {
    if (target.startsWith("https://")) return target;
    const [file, heading] = target.split("#");
    const path = file === "" ? `docs/${page.path}` : posix.normalize(posix.join("docs", posix.dirname(page.path), decodeURI(file)));
    const other = this.#pages.get(path);
    if (other !== undefined) {
      if (heading !== undefined) this.#headings.push({ page, target, other, heading });
      return (other === page ? "" : way(page, other.file)) + (heading === undefined ? "" : `#${heading}`);
    }
    const game = /^games\/([\w-]+)\.rules$/.exec(path)?.[1];
    if (this.#games.has(game)) return `${way(page, "")}../play.html#game=${game}`;
    const whole = join(this.#root, path);
    if (path.startsWith("../") || /^[a-z]+:/.test(target) || !existsSync(whole) || !statSync(whole).isFile()) nowhere(page, target);
    // What is no page of the book is shown as the text that it is.
    const place = path.startsWith("docs/") ? path.slice("docs/".length) : `files/${path}${PICTURE.test(path) ? "" : ".txt"}`;
    this.copied.set(path, place);
    return way(page, place);
  }

  /** Holds the links to headings against those that the pages have, by their paths. */
  check(headings) {
    for (const { page, target, other, heading } of this.#headings) {
      if (!headings.get(other.path).has(heading)) nowhere(page, target);
    }
  }
}

function nowhere(page, target) {
  throw new Error(`docs/${page.path}: the link ${target} leads nowhere`);
}
