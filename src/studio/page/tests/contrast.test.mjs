// The marks on the board are seen on every ground, light and dark: three to one, as WCAG asks of graphics. Text has
// four and a half to one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../style/colours.css", import.meta.url), "utf8");
const [lightText, darkText] = css.split("@media");
const themes = { light: colours(lightText), dark: { ...colours(lightText), ...colours(darkText) } };

/** What a mark can stand on: squares, wood, a frame, and the page under a board without any. */
const GROUNDS = ["felt", "wood-light", "wood-dark", "board", "hollow", "cell", "sheet", "rack", "paper"];

function colours(text) {
  const found = text.matchAll(/--([\w-]+): #([0-9a-f]{6});/g);
  return Object.fromEntries([...found].map(([, name, hex]) => [name, [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)]));
}

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const coded = (part) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

function luminance(colour) {
  const [red, green, blue] = colour.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Half of each colour, as `color-mix(in oklab, … 50%)` mixes them. */
function mixed(one, other) {
  const [first, second] = [oklab(one), oklab(other)];
  return fromOklab(first.map((part, at) => (part + second[at]) / 2));
}

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * vector[at], 0));

function oklab(colour) {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    colour.map(linear),
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt),
  );
}

function fromOklab(lab) {
  const cones = times(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    lab,
  );
  const parts = times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    cones.map((cone) => cone ** 3),
  );
  return parts.map((part) => Math.min(1, Math.max(0, coded(part))));
}

for (const [theme, of] of Object.entries(themes)) {
  test(`marks are seen on every ground: ${theme}`, () => {
    for (const mark of ["target", "halo", "hint", "last-edge"]) {
      assert.ok(contrast(of[mark], of.rim) >= 3, `${mark} on its rim`);
      for (const ground of GROUNDS) {
        for (const under of [of[ground], mixed(of.last, of[ground])]) {
          // Of a mark and its rim, one is enough.
          const best = Math.max(contrast(of[mark], under), contrast(of.rim, under));
          assert.ok(best >= 3, `${mark} on ${ground}: ${best.toFixed(2)}`);
        }
      }
    }
  });

  test(`names and numbers can be read: ${theme}`, () => {
    for (const [text, ground] of [["faint", "panel"], ["faint", "paper"], ["ink", "panel"], ["on-wood", "under-name"], ["on-differs", "differs"]]) {
      const ratio = contrast(of[text], of[ground]);
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
    }
  });
}
