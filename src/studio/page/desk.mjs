// A desk in Node: the engine as WebAssembly, asked and answered at once.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

export class Desk {
  #engine;
  #replies = [];
  #failure = null;
  #lastId = 0;

  /** Opens a desk with a compiled module, as a page does (`source/site/worker.ts`). */
  static async open(module, opening) {
    const desk = new Desk();
    const read = (place, length) => decoder.decode(new Uint8Array(desk.#engine.memory.buffer, place, length));
    const page = {
      said: (place, length) => desk.#replies.push(JSON.parse(read(place, length))),
      failed: (place, length) => {
        desk.#failure = read(place, length);
      },
      now: () => performance.now(),
    };
    desk.#engine = (await WebAssembly.instantiate(module, { page })).exports;
    desk.#call("open", JSON.stringify(opening));
    return desk;
  }

  /** Returns the answer to a question. */
  ask(ask, fields = {}) {
    const [reply] = this.replies(ask, fields).slice(-1);
    if (reply?.fault !== undefined) throw new Error(reply.fault.text);
    return reply?.answer;
  }

  /** Returns all replies to a question, the answer or the fault last. */
  replies(ask, fields = {}) {
    this.#lastId += 1;
    this.#replies = [];
    this.#call("ask", JSON.stringify({ id: this.#lastId, ask, ...fields }));
    return this.#replies;
  }

  #call(name, text) {
    const bytes = encoder.encode(text);
    const place = this.#engine.message(bytes.length);
    new Uint8Array(this.#engine.memory.buffer, place, bytes.length).set(bytes);
    try {
      this.#engine[name]();
    } catch (error) {
      throw new Error(this.#failure ?? String(error));
    }
    if (this.#failure !== null) throw new Error(this.#failure);
  }
}
