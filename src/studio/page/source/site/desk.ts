// A desk in a web worker, as the page sees it.

import { siteFile } from "./files";
import type { Beginning, Failure } from "./worker";

/** The script of the worker. */
const SCRIPT = "worker.js";

export class Desk {
  private readonly worker = new Worker(siteFile(SCRIPT));

  /** `said` takes each reply; `failed` the reason why the desk has ended. */
  constructor(beginning: Beginning, said: (text: string) => void, failed: (reason: string) => void) {
    this.worker.addEventListener("message", ({ data }: MessageEvent<string | Failure>) => {
      if (typeof data === "string") said(data);
      else failed(data.failed);
    });
    this.worker.addEventListener("error", (event) => failed(event.message));
    this.worker.postMessage(beginning);
  }

  ask(text: string): void {
    this.worker.postMessage(text);
  }

  /** Ends the desk at once, whatever it does. */
  end(): void {
    this.worker.terminate();
  }
}
