// Questions to a desk and their answers over one carrier, which is opened again whenever it closes.
// Knows nothing of games.

import type { Carrier } from "./carrier";
import type { Answers, Progress, Reply } from "./protocol";

/** Why a question has no answer. */
export class Fault extends Error {
  /** The connection closed before the answer came. */
  readonly lost: boolean;

  constructor(text: string, lost = false) {
    super(text);
    this.lost = lost;
  }
}

/** A question under way. */
export interface Question<Answer> {
  id: number;
  answer: Promise<Answer>;
}

interface Pending {
  resolve(answer: unknown): void;
  reject(fault: Fault): void;
  progress?: (progress: unknown) => void;
}

/** Whom the connection tells of its state. */
export interface Watcher {
  opened(): void;
  /** `seconds` until the next attempt; `isFull` if too many tabs are open. */
  closed(seconds: number, isFull: boolean): void;
}

const LONGEST_WAIT = 5;

const TOO_LONG = "The rules that are not saved have more than a megabyte, which is too much for the studio. Make them shorter.";

/** Whether a text has more bytes than this in UTF-8. A unit of JavaScript has three bytes at most. */
function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

export class Connection {
  private open = false;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private attempts = 0;

  constructor(
    private readonly carrier: Carrier,
    private readonly watcher: Watcher,
  ) {}

  /** Opens the carrier, and again after each time that it closes. */
  connect(): void {
    this.carrier.connect({
      opened: () => {
        this.open = true;
        this.watcher.opened();
      },
      said: (text) => this.receive(text),
      closed: (isFull) => this.lose(isFull),
    });
  }

  get isOpen(): boolean {
    return this.open;
  }

  ask<Name extends keyof Answers, Step = Progress>(
    name: Name,
    fields: object = {},
    progress?: (progress: Step) => void,
  ): Question<Answers[Name]> {
    const id = ++this.lastId;
    const answer = new Promise<Answers[Name]>((resolve, reject) => {
      if (!this.open) {
        reject(new Fault("The server has stopped.", true));
        return;
      }
      const text = JSON.stringify({ id, ask: name, ...fields });
      if (isLonger(text, this.carrier.longest)) {
        reject(new Fault(TOO_LONG));
        return;
      }
      this.pending.set(id, {
        resolve: resolve as (answer: unknown) => void,
        reject,
        progress: progress as ((progress: unknown) => void) | undefined,
      });
      this.carrier.send(text);
    });
    return { id, answer };
  }

  private receive(text: string): void {
    const reply = JSON.parse(text) as Reply;
    // Only who answers is there: a studio with too many tabs opens the carrier and turns it away.
    this.attempts = 0;
    const pending = this.pending.get(reply.id);
    if (pending === undefined) return;
    if (reply.progress !== undefined) {
      pending.progress?.(reply.progress);
      return;
    }
    this.pending.delete(reply.id);
    if (reply.fault !== undefined) pending.reject(new Fault(reply.fault.text));
    else pending.resolve(reply.answer);
  }

  private lose(isFull: boolean): void {
    this.open = false;
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const pending of lost) pending.reject(new Fault("The server has stopped.", true));
    this.attempts += 1;
    const seconds = Math.min(this.attempts, LONGEST_WAIT);
    this.watcher.closed(seconds, isFull);
    setTimeout(() => this.connect(), seconds * 1000);
  }
}
