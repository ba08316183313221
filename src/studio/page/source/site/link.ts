// The part of an address after `#`: which game, and which moves. Own rule files travel in it compressed, so that a link
// needs no server that keeps them.

import { type Line, readLine, writeLine } from "../address";

/** What a link leads to. */
export interface Link extends Line {
  /** The rule file. */
  path: string;
  /** The texts that the link brings, by path. */
  texts: Record<string, string>;
}

/** The longest text that a link may unpack to, in bytes. */
const LONGEST = 1 << 20;

/** The link to a game of the site or of this browser. */
export function linkTo(path: string, moves: string[] = [], start: string | null = null): string {
  return fragment({ game: path.replace(/\.rules$/, "") }, moves, start);
}

function fragment(rules: Record<string, string>, moves: string[], start: string | null): string {
  return `#${writeLine(new URLSearchParams(rules), { moves, start })}`;
}

/** The link that brings the rule files along. */
export async function linkWith({ path, texts, moves = [], start = null }: Pick<Link, "path" | "texts"> & Partial<Link>): Promise<string> {
  const packed = new Blob([JSON.stringify({ path, texts })]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return fragment({ rules: text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") }, moves, start);
}

/** Reads a link; null for one that leads nowhere. */
export async function read(fragment: string): Promise<Link | null> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const { moves, start } = readLine(fields);
  const [game, rules] = [fields.get("game"), fields.get("rules")];
  if (game !== null) return { path: /\.\w+$/.test(game) ? game : `${game}.rules`, texts: {}, moves, start };
  if (rules === null) return null;
  try {
    const found = JSON.parse(await unpacked(rules)) as Partial<Link>;
    const texts = Object.entries(found.texts ?? {}).filter(([, text]) => typeof text === "string");
    if (typeof found.path !== "string") return null;
    return { path: found.path, texts: Object.fromEntries(texts), moves, start };
  } catch {
    return null;
  }
}

async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [all, length] = ["", 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > LONGEST) throw new Error("the link is too large");
    all += decoder.decode(part.value, { stream: true });
  }
  return all + decoder.decode();
}
