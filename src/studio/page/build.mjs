// Builds the page into ../assets, from where the program embeds it, or into another folder:
// `npm ci && npm run build [FOLDER]`.

import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const assets = process.argv[2] ?? here("../assets");

await mkdir(assets, { recursive: true });
await build({
  entryPoints: { studio: here("source/main.ts") },
  outdir: assets,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
await build({
  entryPoints: { studio: here("style/studio.css") },
  outdir: assets,
  bundle: true,
  minify: true,
  target: ["chrome120", "firefox120", "safari17"],
  charset: "utf8",
  logLevel: "warning",
});
await copyFile(here("index.html"), join(assets, "index.html"));
