// Carries texts to desks in web workers, for a page without a server. One desk answers questions, another does the
// searches, which may take long: so other questions are answered meanwhile, and a search can be ended at once.
//
// A desk that fails or takes too long is replaced. Its question gets a fault, and the new desk comes to the same place.

import type { Carrier, Receiver } from "../carrier";
import type { ChosenFile, Reply, State } from "../protocol";
import { Desk } from "./desk";
import type { Opening } from "./worker";

/** The questions that the second desk answers. */
const SEARCHES = new Set(["choose", "values", "tree", "difference", "trial", "match"]);

/** Questions that leave the game by other rules. */
const NEW_RULES = new Set(["open", "edit"]);

/** How long the rules must stay as they are before they are compiled in advance, in milliseconds. */
const REST = 500;

/** Questions of this carrier's own have ids from here on. */
const OWN = 2 ** 40;

/** So often in a row a desk that failed is replaced. */
const MOST_FAILURES = 3;

/** The id with which the second desk is brought to a place. The page begins with 1. */
const STAND = 0;

/** How long the first desk may take for a question, in milliseconds. */
const PATIENCE = 20_000;

interface Question {
  id: number;
  ask: string;
  job?: number;
  path?: string;
  text?: string;
  texts?: Record<string, string>;
  second?: ChosenFile | null;
}

/** Where a game stands, as `place` answers and `stand` takes it. */
interface Place {
  texts: Record<string, string>;
  start: string | null;
  second: ChosenFile | null;
  moves: string[];
  ply: number;
}

/** Where every game begins. */
const NOWHERE: Place = { texts: {}, start: null, second: null, moves: [], ply: 0 };

/** A search, until it is answered. */
interface Search {
  question: Question;
  text: string;
  /** Where the game stood when it was asked for; null until the first desk has told that. */
  place: Place | null;
}

export class WorkerCarrier implements Carrier {
  private receiver: Receiver | null = null;
  private answers: Desk | null = null;
  private searcher: Desk | null = null;
  /** The questions that the first desk has not answered yet, in their order. */
  private readonly asked = new Map<number, Question>();
  /** The searches, in their order: the second desk does the first of them. */
  private readonly searches: Search[] = [];
  private isSearching = false;
  private patience = 0;
  private resting = 0;
  /** What to do with the answers to questions of this carrier's own. */
  private readonly own = new Map<number, (reply: Reply) => void>();
  /** The questions that bring a new first desk to the place of the one before. */
  private readonly restoring = new Set<number>();
  private lastOwn = OWN;
  /** How often the first desk was replaced since its last answer. */
  private failures = 0;
  private isClosed = false;
  /** Where the first desk was last: a new one goes on from there. */
  private here: Place = { ...NOWHERE, texts: {} };

  /** `saved` is told of each file that was saved. */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly opening: Omit<Opening, "seed">,
    private readonly saved: (path: string, text: string) => void,
  ) {}

  /** Texts go from one part of the browser to another. */
  readonly longest = Number.POSITIVE_INFINITY;
  readonly hasDisk = false;

  connect(receiver: Receiver): void {
    this.receiver = receiver;
    receiver.opened();
  }

  /** Ends the desks, whatever they do. What is asked later has no answer. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.patience);
    clearTimeout(this.resting);
    this.answers?.end();
    this.searcher?.end();
  }

  send(text: string): void {
    if (this.isClosed) return;
    const question = JSON.parse(text) as Question;
    if (question.ask === "cancel") {
      this.cancel(question.job ?? 0);
      this.reply({ id: question.id, answer: {} });
      return;
    }
    if (SEARCHES.has(question.ask)) this.search(question, text);
    else this.ask(question, text);
  }

  /** Compiles the game in advance, so that the first search need not wait for that. */
  private prepareSoon(): void {
    clearTimeout(this.resting);
    // Rules that have changed since need not be compiled to the end.
    for (const { question } of this.searches.filter(({ question }) => question.ask === "prepare")) this.drop(question.id);
    this.resting = setTimeout(() => {
      if (this.searches.length > 0) return;
      this.lastOwn += 1;
      const question = { id: this.lastOwn, ask: "prepare" };
      this.search(question, JSON.stringify(question));
    }, REST);
  }

  /** Takes a search, about the place where the game is now. */
  private search(question: Question, text: string): void {
    const search: Search = { question, text, place: null };
    this.searches.push(search);
    this.askOwn({ ask: "place" }, (reply) => this.placed(search, reply));
  }

  /** Asks the first desk a question of this carrier's own. */
  private askOwn(fields: Omit<Question, "id"> & object, answered: (reply: Reply) => void): number {
    this.lastOwn += 1;
    this.own.set(this.lastOwn, answered);
    this.ask({ id: this.lastOwn, ...fields });
    return this.lastOwn;
  }

  private beginAnswers(): Desk {
    return this.begin((text) => this.answered(text), (reason) => this.replace(reason));
  }

  private begin(said: (text: string) => void, failed: (reason: string) => void): Desk {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    return new Desk({ module: this.module, opening: { ...this.opening, seed } }, said, failed);
  }

  private ask(question: Question, text = JSON.stringify(question)): void {
    if (this.asked.size === 0) this.beginPatience();
    this.asked.set(question.id, question);
    this.answers ??= this.beginAnswers();
    this.answers.ask(text);
  }

  /** Takes a reply of the first desk. */
  private answered(text: string): void {
    const reply = JSON.parse(text) as Reply;
    const question = this.asked.get(reply.id);
    if (question === undefined || reply.progress !== undefined) return;
    this.asked.delete(reply.id);
    this.beginPatience();
    this.failures = 0;
    if (reply.fault === undefined) this.learn(question, reply.answer);
    if (NEW_RULES.has(question.ask)) this.prepareSoon();
    if (reply.id < OWN) this.receiver?.said(text);
    else this.end(reply);
  }

  /** Ends a question of this carrier's own. */
  private end(reply: Reply): void {
    const answered = this.own.get(reply.id);
    this.own.delete(reply.id);
    this.restoring.delete(reply.id);
    answered?.(reply);
  }

  /** Keeps what another desk needs to come to the same place. */
  private learn(question: Question, answer: unknown): void {
    const { ask, path, text, texts, second } = question;
    if (ask === "save" && path !== undefined && text !== undefined && (answer as { written: boolean }).written) {
      this.opening.texts[path] = text;
      this.saved(path, text);
    }
    const state = (ask === "edit" ? (answer as { state: State | null }).state : answer) as Partial<State> | null;
    if (state?.line === undefined) return;
    this.here.moves = state.line.map((ply) => ply.move);
    this.here.ply = state.ply ?? 0;
    this.here.start = state.start ?? null;
    if (ask === "open") {
      this.here.texts = texts ?? {};
      this.here.second = second ?? null;
    }
    if (ask === "edit" && path !== undefined && text !== undefined) this.here.texts[path] = text;
  }

  /** The first desk has told where the game stood when a search was asked for. */
  private placed(search: Search, reply: Reply): void {
    const at = this.searches.indexOf(search);
    if (at < 0) return;
    if (reply.fault !== undefined) {
      this.searches.splice(at, 1);
      const { id } = search.question;
      if (id < OWN) this.reply({ id, fault: reply.fault });
      return;
    }
    search.place = reply.answer as Place;
    this.goOn();
  }

  /** Begins the next search, if there is one and no other runs. */
  private goOn(): void {
    const next = this.searches[0];
    if (this.isSearching || next === undefined || next.place === null) return;
    this.isSearching = true;
    this.searcher ??= this.begin((text) => this.found(text), (reason) => this.lostSearch(reason));
    this.searcher.ask(JSON.stringify({ id: STAND, ask: "stand", ...next.place }));
    this.searcher.ask(next.text);
  }

  /** Takes a reply of the second desk. */
  private found(text: string): void {
    const reply = JSON.parse(text) as Reply;
    // The search itself tells what is wrong with the place.
    if (reply.id === STAND) return;
    if (reply.progress === undefined) this.ended(reply.id);
    if (reply.id < OWN) this.receiver?.said(text);
    this.goOn();
  }

  private ended(id: number): void {
    const at = this.searches.findIndex((search) => search.question.id === id);
    if (at === 0) this.isSearching = false;
    if (at >= 0) this.searches.splice(at, 1);
  }

  private cancel(id: number): void {
    if (!this.searches.some((search) => search.question.id === id)) return;
    this.drop(id);
    this.reply({ id, fault: { text: "cancelled" } });
    this.goOn();
    if (this.searcher === null) this.prepareSoon();
  }

  /** Ends a search without an answer, with its desk if that is at it. */
  private drop(id: number): void {
    if (this.isSearching && this.searches[0]?.question.id === id) {
      this.searcher?.end();
      this.searcher = null;
    }
    this.ended(id);
  }

  private lostSearch(reason: string): void {
    this.searcher?.end();
    this.searcher = null;
    const lost = this.searches[0];
    if (lost === undefined) return;
    this.ended(lost.question.id);
    if (lost.question.id < OWN) this.reply({ id: lost.question.id, fault: { text: reason } });
    this.goOn();
  }

  private beginPatience(): void {
    clearTimeout(this.patience);
    if (this.asked.size === 0) return;
    this.patience = setTimeout(() => {
      this.replace(`stopped, because it took longer than ${PATIENCE / 1000} seconds`);
    }, PATIENCE);
  }

  /** Puts a new desk in the place of the first one, which failed at the first question that waits. */
  private replace(reason: string): void {
    this.answers?.end();
    this.answers = null;
    const [first, ...rest] = this.asked.values();
    this.asked.clear();
    this.failures += 1;
    if (this.failures > MOST_FAILURES) {
      for (const { id } of [first, ...rest].filter((question) => question !== undefined)) {
        if (id < OWN) this.reply({ id, fault: { text: reason } });
      }
      return;
    }
    const isRestoring = first !== undefined && this.restoring.has(first.id);
    // What made even the last place fail is given up.
    if (isRestoring) this.here = { ...NOWHERE, texts: {} };
    const { texts, start, second, moves, ply } = this.here;
    for (const fields of [{ ask: "open", texts, moves, start, second }, { ask: "go", ply }]) {
      this.restoring.add(this.askOwn(fields, () => undefined));
    }
    for (const question of rest) if (!this.restoring.has(question.id)) this.ask(question);
    if (first === undefined) return;
    const fault: Reply = { id: first.id, fault: { text: reason } };
    if (first.id < OWN) this.reply(fault);
    else this.end(fault);
  }

  private reply(reply: Reply): void {
    this.receiver?.said(JSON.stringify(reply));
  }
}
