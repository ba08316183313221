// The examples of the book that a reader can run: which they are say the comments before the blocks, by which the tests
// save the blocks as files, and the engine, which has to take them.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Desk } from "../desk.mjs";
import { escaped } from "../html.mjs";

/** The pages below this folder are one text: a file that is saved on one of them is used on the next. */
const TOGETHER = "tutorial/";

/** The file that asks rules which are no game: with it they are the least game that there is. */
const LEAST_PATH = "questions.rules";
const LEAST = `:- game("Questions").
:- fluent asked.
role(reader).
legal(reader, ask).
add(asked) :- does(reader, ask).
terminal :- asked.
goal(reader, 100).
`;

/** What the engine says of a game that is not written to its end. */
const INCOMPLETE = new Set(["no-role", "no-legal", "no-goal", "no-effects"]);

const MOVES = String.raw`--moves (?:"([^"]*)"|(\S+))`;
const QUERY = new RegExp(String.raw`^\$ regola query (\S+) (?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?: ${MOVES})?$`);
const SHIPPED = new RegExp(String.raw`^(?:\$ )?regola (?:best|moves|picture|play|query|repl|solve|studio|tree) games/([\w-]+\.rules)\b(?:.* ${MOVES})?.*$`, "m");

/** Options that show something else than the game after its moves. */
const OTHERWISE = /--(?:compare|from-record|position|table|token-file)\b/;

const root = fileURLToPath(new URL("../../../../", import.meta.url));

export class Examples {
  #module;
  #shipped;
  #links;
  /** The files that the blocks so far have saved. */
  #files = new Map();
  /** The rules of this page that are asked, by the path of their file. */
  #asked = new Map();
  #page = "";

  /** `shipped` has the texts of the games by path; `links` makes addresses of games, as `source/site/link.ts` does. */
  constructor(module, shipped, links) {
    this.#module = module;
    this.#shipped = shipped;
    this.#links = links;
  }

  /** Goes on to the next page. */
  turn(path) {
    if (!(path.startsWith(TOGETHER) && this.#page.startsWith(TOGETHER))) this.#files.clear();
    this.#asked.clear();
    this.#page = path;
  }

  /**
   * What a block offers: an example, and the address at which its game is played. Each may be missing.
   */
  async of({ language, directive, text }) {
    if (language === "console" || language === "sh") return { example: await this.#transcript(text), play: await this.#shown(text) };
    if (language === "prolog" && text.startsWith("?- ")) return { example: this.#goals(text), play: null };
    const [, kind, path] = /^(file|append): (\S+)$/.exec(directive) ?? [];
    if (kind === undefined) return { example: null, play: null };
    const whole = (kind === "append" ? this.#files.get(path) ?? "" : "") + text;
    this.#files.set(path, whole);
    return /\.(rules|kif)$/.test(path) ? this.#file(path, whole) : { example: null, play: null };
  }

  async #file(path, text) {
    const texts = { [path]: text, ...used(text, this.#shipped) };
    const game = { kind: "game", path, file: path, texts };
    if (await this.#opens(path, texts)) return { example: game, play: await this.#links.linkWith({ path, texts }) };
    if (await this.#isBegun(path, texts)) return { example: game, play: null };
    const asked = { path: LEAST_PATH, file: path, texts: { ...texts, [LEAST_PATH]: `:- use "${path}".\n${LEAST}` } };
    const example = (await this.#opens(LEAST_PATH, asked.texts)) ? { kind: "rules", ...asked, goals: [] } : null;
    if (example !== null) this.#asked.set(path, example);
    return { example, play: null };
  }

  /** The questions of a transcript, as far as they are about one file after the same moves. */
  async #transcript(text) {
    const found = text.split("\n").map((line) => QUERY.exec(line)).filter((each) => each !== null);
    const [first] = found;
    if (first === undefined) return null;
    const same = found.filter((each) => [1, 4, 5].every((part) => each[part] === first[part]));
    const goals = same.map(([, , double, single]) => double?.replaceAll(/\\([\\"$`])/g, "$1") ?? single);
    const [, file] = first;
    // Above, the rules themselves can be edited and asked.
    this.#asked.get(file)?.goals.push(...goals);
    return this.#question(file, goals, moves(first[4] ?? first[5]));
  }

  async #question(file, goals, moves) {
    const path = file.replace(/^games\//, "");
    const text = this.#files.get(file);
    if (text === undefined) {
      const isThere = path in this.#shipped && (await this.#opens(path, {}, goals[0], moves));
      return isThere ? { kind: "question", path, file: path, texts: {}, goals, moves } : null;
    }
    const texts = { [file]: text };
    if (await this.#opens(file, texts, goals[0], moves)) return { kind: "question", path: file, file, texts, goals, moves };
    const asked = { ...texts, [LEAST_PATH]: `:- use "${file}".\n${LEAST}` };
    const isThere = moves.length === 0 && (await this.#opens(LEAST_PATH, asked, goals[0]));
    return isThere ? { kind: "question", path: LEAST_PATH, file, texts: asked, goals, moves } : null;
  }

  /** Where the first game of the site that a command is about can be seen, after its moves. */
  async #shown(text) {
    const [command, path, several, single] = SHIPPED.exec(text) ?? [];
    if (command === undefined || OTHERWISE.test(command)) return null;
    const played = moves(several ?? single);
    return path in this.#shipped && (await this.#opens(path, {}, "true", played)) ? this.#links.linkTo(path, played) : null;
  }

  /** Goals without rules. */
  #goals(text) {
    const goals = [...text.matchAll(/^\?- ([^]*?)\.$/gm)].map(([, goal]) => goal);
    return { kind: "question", path: LEAST_PATH, file: null, texts: { [LEAST_PATH]: LEAST }, goals, moves: [] };
  }

  /** Whether the engine plays a game from these texts, and has an answer to the goal after the moves. */
  async #opens(path, texts, goal = "true", moves = []) {
    const desk = await this.#desk(path, texts);
    try {
      desk.ask("open", { moves });
      desk.ask("query", { goal, skip: 0 });
      return true;
    } catch {
      return false;
    }
  }

  /** Whether a text is a game of which only parts are missing yet. */
  async #isBegun(path, texts) {
    if (!/^:- game\(/m.test(texts[path])) return false;
    const { diagnostics } = (await this.#desk(path, texts)).ask("edit", { path, text: texts[path] });
    return diagnostics.every(({ severity, code }) => severity !== "error" || INCOMPLETE.has(code));
  }

  #desk(path, texts) {
    return Desk.open(this.#module, { path, texts: { ...this.#shipped, ...texts }, seed: 0 });
  }
}

function moves(text = "") {
  return text.split(" ").filter((move) => move !== "");
}

/** The files of the repository that a text uses and the site does not have. */
function used(text, shipped) {
  const paths = [...text.matchAll(/^:- use "([\w./-]+)"\./gm)].map(([, path]) => path);
  const missing = paths.filter((path) => !(path in shipped) && !path.includes("..") && existsSync(root + path));
  return Object.fromEntries(missing.map((path) => [path, readFileSync(root + path, "utf8")]));
}

/** A block with its text and what it offers; `number` is the place of its example in the list of the page, -1 without one. */
export function framed(pre, text, { example, play }, number, site) {
  const isEdited = example !== null && example.kind !== "question";
  const actions = [
    isEdited ? `<span class="file">${escaped(example.file)}${example.texts[example.file] === text ? "" : ", as far as it is"}</span>` : "",
    play === null ? "" : `<a href="${site}play.html${escaped(play)}">${isEdited ? "Play it" : "See it in the studio"}</a>`,
  ];
  const frame = number < 0 ? "" : ` data-example="${number}"`;
  return `<figure class="example"${frame}>\n${pre}<figcaption>${actions.join("")}</figcaption>\n</figure>\n`;
}
