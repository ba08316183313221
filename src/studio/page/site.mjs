// Builds the site, a folder of files for any web server, into target/site or another folder:
// `npm ci && npm run build:site [FOLDER]`.
//
// REGOLA_ENGINE is the engine as WebAssembly; without it `browser/build` makes it.

import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeBook } from "./book/build.mjs";
import { load } from "./book/typescript.mjs";
import { Desk } from "./desk.mjs";
import { siteStart } from "./gallery.mjs";
import { escaped, filled } from "./html.mjs";
import { licenses } from "./licenses.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const site = process.argv[2] ?? here("../../../target/site");
const games = here("../../../games");
const templates = here("../../cli/new");

await mkdir(join(site, "pictures"), { recursive: true });
await engine(join(site, "engine.wasm"));
const module = await WebAssembly.compile(await readFile(join(site, "engine.wasm")));
const texts = await rules(games);
const shown = await gallery();
const begun = await beginnings();
await writeFile(join(site, "games.json"), JSON.stringify({ games: shown, templates: begun, texts }));
await bundle();
await page("index.html", "start.html", siteStart(shown.map(card).join("\n      ")));
await page("play.html", "site/play.html", {});
await page("playground.html", "site/playground.html", { playground: escaped(await playground()) });
await writeBook({ site, module, games: shown.map(({ name }) => name), texts });

/** Writes a page of the site from its template. */
async function page(name, template, fields) {
  await writeFile(join(site, name), filled(await readFile(here(template), "utf8"), fields));
}

/** Puts the engine into a file. */
async function engine(file) {
  const made = process.env.REGOLA_ENGINE;
  if (made === undefined) execFileSync(here("../../../browser/build"), [file], { stdio: "inherit" });
  else await copyFile(made, file);
}

/** The texts of the rule files in a folder, by their names. */
async function rules(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".rules")).sort();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])));
}

/** The rule files to begin a game with. */
async function beginnings() {
  const texts = await rules(templates);
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [basename(name, ".rules"), text]));
}

/** The address of a small game to try things with: it brings its rules along, so that nothing of it is kept. */
async function playground() {
  const { linkWith } = await load("site/link.ts");
  const [path, text] = ["playground.rules", begun["placing"].replaceAll("NAME", "Playground")];
  return `play.html${await linkWith({ path, texts: { [path]: text } })}`;
}

/** The games, each with a picture of its start. A file that is only used by others is no game. */
async function gallery() {
  const { declaresGame } = await load("gallery/library.ts");
  const shown = [];
  for (const [path, text] of Object.entries(texts)) {
    if (!declaresGame(text)) continue;
    const desk = await Desk.open(module, { path, texts, seed: 0 });
    const { title } = desk.ask("open");
    const name = basename(path, ".rules");
    await writeFile(join(site, "pictures", `${name}.svg`), desk.ask("picture", { form: "position" }).svg);
    shown.push({ name, title, about: about(text) });
  }
  return shown.sort((one, other) => one.title.localeCompare(other.title, "en"));
}

/** The first sentence of the comment at the head of a rule file. */
function about(text) {
  const head = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("%")) break;
    head.push(line.replace(/^%+ ?/, ""));
  }
  const words = head.join(" ");
  return (/^.*?[.](?= [A-Z]|$)/.exec(words)?.[0] ?? words).trim();
}

/** A game in the gallery, as `source/gallery/card.ts` makes one. */
function card({ name, title, about }) {
  return `<li><span class="picture"><img src="pictures/${name}.svg" alt="" loading="lazy"></span><a href="play.html#game=${encodeURIComponent(name)}"><strong>${escaped(title)}</strong></a><span>${escaped(about)}</span></li>`;
}

/** Builds scripts and style sheets. */
async function bundle() {
  const options = { outdir: site, bundle: true, minify: true, charset: "utf8", legalComments: "none", logLevel: "warning" };
  const { metafile } = await build({
    ...options,
    entryPoints: { play: here("source/site/play.ts"), start: here("source/site/start.ts"), worker: here("source/site/worker.ts") },
    format: "iife",
    target: ["es2022"],
    metafile: true,
  });
  // A page of the book loads the second script when an example is run.
  const { metafile: examples } = await build({
    ...options,
    entryPoints: { book: here("source/site/book/page.ts"), example: here("source/site/book/begin.ts") },
    format: "esm",
    target: ["es2022"],
    metafile: true,
  });
  await build({
    ...options,
    entryPoints: Object.fromEntries(["studio", "start", "book", "example"].map((name) => [name, here(`style/${name}.css`)])),
    target: ["chrome120", "firefox120", "safari17"],
  });
  await writeFile(join(site, "licenses.txt"), await licenses({ inputs: { ...metafile.inputs, ...examples.inputs } }));
}
