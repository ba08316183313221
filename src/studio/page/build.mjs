// Builds the pages into ../assets, from where the program embeds it, or into another folder:
// `npm ci && npm run build [FOLDER]`.

import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { FOLDER } from "./gallery.mjs";
import { filled } from "./html.mjs";
import { licenses } from "./licenses.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const assets = process.argv[2] ?? here("../assets");

await mkdir(assets, { recursive: true });
const { metafile } = await build({
  entryPoints: { studio: here("source/main.ts"), gallery: here("source/folder/start.ts") },
  outdir: assets,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  charset: "utf8",
  // They are in a file of their own.
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
await build({
  entryPoints: { studio: here("style/studio.css"), gallery: here("style/start.css") },
  outdir: assets,
  bundle: true,
  minify: true,
  target: ["chrome120", "firefox120", "safari17"],
  charset: "utf8",
  logLevel: "warning",
});
await writeFile(join(assets, "licenses.txt"), await licenses(metafile));
await copyFile(here("index.html"), join(assets, "index.html"));
await writeFile(join(assets, "gallery.html"), filled(await readFile(here("start.html"), "utf8"), FOLDER));
