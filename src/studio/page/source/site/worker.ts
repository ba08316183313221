// A web worker with a desk of its own: the engine as WebAssembly. The page sends the module and the opening,
// then one question after the other. The worker sends each reply as a text.

/** What the page sends first. */
export interface Beginning {
  module: WebAssembly.Module;
  opening: Opening;
}

/** The game that a desk is opened with. */
export interface Opening {
  /** The rule file of the game. */
  path: string;
  /** The texts of all files, by their paths. */
  texts: Record<string, string>;
  seed: number;
}

/** What the worker tells when it cannot go on. */
export interface Failure {
  failed: string;
}

/** The functions of the module. */
interface Engine {
  memory: WebAssembly.Memory;
  message(length: number): number;
  open(): void;
  ask(): void;
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const waiting: string[] = [];
let engine: Engine | null = null;
let reason: string | null = null;

/** Calls a function of the module with a text. An error there ends this worker. */
function call(work: () => void, text: string): void {
  if (engine === null) return;
  const bytes = encoder.encode(text);
  try {
    const place = engine.message(bytes.length);
    new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
    work();
  } catch (error) {
    reason ??= error instanceof RangeError ? "the rules go too deep for a browser" : String(error);
  }
  if (reason === null) return;
  postMessage({ failed: reason } satisfies Failure);
  close();
}

function read(place: number, length: number): string {
  return engine === null ? "" : decoder.decode(new Uint8Array(engine.memory.buffer, place, length));
}

async function begin({ module, opening }: Beginning): Promise<void> {
  const instance = await WebAssembly.instantiate(module, {
    page: {
      said: (place: number, length: number) => postMessage(read(place, length)),
      failed: (place: number, length: number) => {
        reason = read(place, length);
      },
      now: () => performance.now(),
    },
  });
  const begun = instance.exports as unknown as Engine;
  engine = begun;
  call(() => begun.open(), JSON.stringify(opening));
  for (const text of waiting.splice(0)) ask(text);
}

function ask(text: string): void {
  if (engine === null) waiting.push(text);
  else call(engine.ask, text);
}

addEventListener("message", ({ data }: MessageEvent<Beginning | string>) => {
  if (typeof data === "string") ask(data);
  else void begin(data);
});
