// All tests in one process, so that they share one browser: to start it takes longer than most of them.

import { readdirSync } from "node:fs";

const files = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".test.mjs"));
for (const file of files.sort()) await import(`./${file}`);
