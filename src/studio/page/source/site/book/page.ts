// A page of the book: its contents are open where there is room, and its examples get buttons. What runs an example is
// loaded when the first one is wanted.

import { element } from "../../element";
import { siteFile } from "../files";
import type { Example } from "./example";

/** What the script of the examples offers, and its style sheet. */
const [SCRIPT, STYLE] = ["example.js", "example.css"];

const main = document.querySelector("main");
const file = main?.dataset["examples"];

function openContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>(".contents details");
  const wide = matchMedia("(min-width: 60rem)");
  const follow = () => contents?.toggleAttribute("open", wide.matches);
  wide.addEventListener("change", follow);
  follow();
  const [list, here] = [document.querySelector(".contents"), contents?.querySelector<HTMLElement>("[aria-current]")];
  list?.scrollTo({ top: (here?.offsetTop ?? 0) - list.clientHeight / 2 });
}

async function examples(name: string): Promise<Example[]> {
  return (await (await fetch(new URL(name, location.href))).json()) as Example[];
}

/** The style sheet, once it is there: an editor measures its text. */
function styled(): Promise<unknown> {
  const sheet = element("link", { rel: "stylesheet", href: siteFile(STYLE) });
  return new Promise((resolve) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", resolve);
    document.head.append(sheet);
  });
}

async function loaded(name: string): Promise<(frame: HTMLElement, at: number) => Promise<void>> {
  const script = import(siteFile(SCRIPT)) as Promise<typeof import("./begin")>;
  const [{ begin }, all] = await Promise.all([script, examples(name), styled()]);
  return async (frame, at) => {
    const example = all[at];
    if (example !== undefined) await begin(frame, example);
  };
}

function offer(name: string): void {
  let ready: ReturnType<typeof loaded> | null = null;
  for (const frame of document.querySelectorAll<HTMLElement>(".example[data-example]")) {
    const caption = frame.querySelector("figcaption");
    const isQuestion = caption?.querySelector(".file") === null;
    const press = async (): Promise<void> => {
      button.disabled = true;
      try {
        await (await (ready ??= loaded(name)))(frame, Number(frame.dataset["example"]));
      } catch (error) {
        // It can be tried again.
        ready = null;
        button.disabled = false;
        caption?.querySelector("p")?.remove();
        caption?.append(element("p", { role: "alert" }, `This example cannot be run here: ${String(error)}`));
      }
    };
    const button = element("button", { type: "button", click: () => void press() }, isQuestion ? "Ask it" : "Edit and run");
    caption?.append(button);
  }
}

openContents();
if (file !== undefined) offer(file);
