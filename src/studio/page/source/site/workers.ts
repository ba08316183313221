// Carries texts to desks in web workers, for a page without a server. One desk answers questions, another does the
// searches, which may take long: so other questions are answered meanwhile, and a search can be ended at once.
//
// A desk that fails or takes too long is replaced. Its question gets a fault, and the new desk comes to the same place.

import type { Carrier, Receiver } from "../carrier";
import type { Reply, State } from "../protocol";
import { Desk } from "./desk";
import type { Opening } from "./worker";

/** The questions that the second desk answers. */
const SEARCHES = new Set(["choose", "values", "tree", "difference"]);

/** Questions of this carrier's own have ids from here on. */
const OWN = 2 ** 40;

/** How long the first desk may take for a question, in milliseconds. */
const PATIENCE = 20_000;

interface Question {
  id: number;
  ask: string;
  job?: number;
  path?: string;
  text?: string;
  texts?: Record<string, string>;
}

/** Where a game stands, as `place` answers and `stand` takes it. */
interface Place {
  texts: Record<string, string>;
  moves: string[];
  ply: number;
}

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
  /** Where the first desk was last: a new one goes on from there. */
  private here: Place = { texts: {}, moves: [], ply: 0 };

  /** `saved` is told of each file that was saved. */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly opening: Omit<Opening, "seed">,
    private readonly saved: (path: string, text: string) => void,
  ) {}

  connect(receiver: Receiver): void {
    this.receiver = receiver;
    this.answers = this.begin((text) => this.answered(text), (reason) => this.replace(reason));
    receiver.opened();
  }

  send(text: string): void {
    const question = JSON.parse(text) as Question;
    if (question.ask === "cancel") {
      this.cancel(question.job ?? 0);
      this.reply({ id: question.id, answer: {} });
      return;
    }
    if (SEARCHES.has(question.ask)) {
      this.searches.push({ question, text, place: null });
      this.ask({ id: OWN + question.id, ask: "place" });
    } else this.ask(question, text);
  }

  private begin(said: (text: string) => void, failed: (reason: string) => void): Desk {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    return new Desk({ module: this.module, opening: { ...this.opening, seed } }, said, failed);
  }

  private ask(question: Question, text = JSON.stringify(question)): void {
    if (this.asked.size === 0) this.beginPatience();
    this.asked.set(question.id, question);
    this.answers?.ask(text);
  }

  /** Takes a reply of the first desk. */
  private answered(text: string): void {
    const reply = JSON.parse(text) as Reply;
    const question = this.asked.get(reply.id);
    if (question === undefined || reply.progress !== undefined) return;
    this.asked.delete(reply.id);
    this.beginPatience();
    if (reply.fault === undefined) this.learn(question, reply.answer);
    if (reply.id < OWN) this.receiver?.said(text);
    else this.placed(reply.id - OWN, reply);
  }

  /** Keeps what another desk needs to come to the same place. */
  private learn(question: Question, answer: unknown): void {
    const { ask, path, text, texts } = question;
    if (ask === "save" && path !== undefined && text !== undefined && (answer as { written: boolean }).written) {
      this.opening.texts[path] = text;
      this.saved(path, text);
    }
    const state = (ask === "edit" ? (answer as { state: State | null }).state : answer) as Partial<State> | null;
    if (state?.line === undefined) return;
    this.here.moves = state.line.map((ply) => ply.move);
    this.here.ply = state.ply ?? 0;
    if (ask === "open") this.here.texts = texts ?? {};
    if (ask === "edit" && path !== undefined && text !== undefined) this.here.texts[path] = text;
  }

  /** The first desk has told where the game stood when a search was asked for. */
  private placed(id: number, reply: Reply): void {
    const search = this.searches.find((search) => search.question.id === id);
    if (search === undefined) return;
    if (reply.fault !== undefined) {
      this.searches.splice(this.searches.indexOf(search), 1);
      this.reply({ id, fault: reply.fault });
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
    this.searcher.ask(JSON.stringify({ id: OWN, ask: "stand", ...next.place }));
    this.searcher.ask(next.text);
  }

  /** Takes a reply of the second desk. */
  private found(text: string): void {
    const reply = JSON.parse(text) as Reply;
    // The search itself tells what is wrong with the place.
    if (reply.id === OWN) return;
    if (reply.progress === undefined) this.ended(reply.id);
    this.receiver?.said(text);
    this.goOn();
  }

  private ended(id: number): void {
    const at = this.searches.findIndex((search) => search.question.id === id);
    if (at === 0) this.isSearching = false;
    if (at >= 0) this.searches.splice(at, 1);
  }

  private cancel(id: number): void {
    const at = this.searches.findIndex((search) => search.question.id === id);
    if (at < 0) return;
    if (at === 0 && this.isSearching) {
      this.searcher?.end();
      this.searcher = null;
    }
    this.ended(id);
    this.reply({ id, fault: { text: "cancelled" } });
    this.goOn();
  }

  private lostSearch(reason: string): void {
    this.searcher?.end();
    this.searcher = null;
    const lost = this.searches[0];
    if (lost === undefined) return;
    this.ended(lost.question.id);
    this.reply({ id: lost.question.id, fault: { text: reason } });
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
    this.answers = this.begin((text) => this.answered(text), (reason) => this.replace(reason));
    const [first, ...rest] = this.asked.values();
    this.asked.clear();
    const isRestoring = first !== undefined && first.id >= 2 * OWN;
    // What made even the last place fail is given up.
    if (isRestoring) this.here = { texts: {}, moves: [], ply: 0 };
    this.ask({ id: 2 * OWN, ask: "open", texts: this.here.texts, moves: this.here.moves } as Question);
    this.ask({ id: 2 * OWN + 1, ask: "go", ply: this.here.ply } as Question);
    for (const question of rest) if (question.id < 2 * OWN) this.ask(question);
    if (first !== undefined && !isRestoring) {
      if (first.id < OWN) this.reply({ id: first.id, fault: { text: reason } });
      else this.placed(first.id - OWN, { id: first.id, fault: { text: reason } });
    }
  }

  private reply(reply: Reply): void {
    this.receiver?.said(JSON.stringify(reply));
  }
}
