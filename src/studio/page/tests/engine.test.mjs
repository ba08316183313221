// The engine as WebAssembly says of each shipped game what the program says of it: `snapshots/studio_games.snap`.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Desk } from "../desk.mjs";
import { site } from "./studio.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The texts of all shipped rule files, by their paths. */
function texts() {
  const names = readdirSync(`${root}games`).filter((name) => name.endsWith(".rules")).sort();
  return Object.fromEntries(names.map((name) => [`games/${name}`, readFileSync(`${root}games/${name}`, "utf8")]));
}

test("the engine for browsers says what the program says", { skip: site === null && "there is no site" }, async () => {
  const module = await WebAssembly.compile(readFileSync(`${site}/engine.wasm`));
  const all = texts();
  const told = readFileSync(`${root}snapshots/studio_games.snap`, "utf8").split("\n---\n")[1].trimEnd().split("\n");
  const lines = [];
  for (const [path, text] of Object.entries(all)) {
    if (!/^:- game\(/m.test(text)) continue;
    const desk = await Desk.open(module, { path, texts: all, seed: 1 });
    const state = desk.ask("open");
    lines.push(`${path}: ${JSON.stringify(state.mover)} ${state.moves.length}`);
    // Where the program has told no values, neither does this.
    if (told[lines.length]?.startsWith("  ") !== true) continue;
    const { values } = desk.ask("values", { level: "depth=1" });
    const choice = desk.ask("choose", { level: "depth=2" });
    lines.push(`  ${JSON.stringify(values.map(({ value }) => value))}`);
    lines.push(`  ${JSON.stringify(choice.move)} ${choice.value} ${choice.nodes}`);
  }
  assert.deepEqual(lines, told);
});
