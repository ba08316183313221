// The licences of what a bundle contains, as these ask: in one file that goes wherever the bundle goes.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The packages from which a bundle took files, by esbuild's account of it. */
function packages(metafile) {
  const found = Object.keys(metafile.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
  return [...new Set(found.filter((name) => name !== undefined))].sort();
}

/** Names, versions and licences; a package without a licence file is an error. */
export async function licenses(metafile) {
  const of = async (name) => {
    const file = (path) => readFile(fileURLToPath(new URL(`node_modules/${name}/${path}`, import.meta.url)), "utf8");
    const { version } = JSON.parse(await file("package.json"));
    return `${name} ${version}\n\n${(await file("LICENSE")).trim()}\n`;
  };
  const head = "The page of Regola's studio contains these packages, each under its own licence.\n";
  const rule = `\n${"-".repeat(80)}\n\n`;
  return [head, ...(await Promise.all(packages(metafile).map(of)))].join(rule);
}
