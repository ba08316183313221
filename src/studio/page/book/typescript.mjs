// Modules of the page, used while the site is built.

import { build } from "esbuild";
import { fileURLToPath } from "node:url";

/** Imports a TypeScript module by its path below `source/`, with all that it imports. */
export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../source/${path}`, import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    write: false,
    logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
