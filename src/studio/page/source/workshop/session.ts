// One session file: which headings give what they gave, and what differs.

import { element } from "../element";
import { fileName } from "../file";
import type { ChangedLine, TestedHeading, TestedSession } from "../protocol";

/** What the page says for each result. */
export const VERDICTS = { same: "ok", different: "changed", new: "new", missing: "missing" } as const;

const SIGNS = { same: "  ", removed: "- ", added: "+ ", gap: "  …" } as const;

const TAGS = { same: "span", removed: "del", added: "ins", gap: "span" } as const;

export class SessionView {
  private readonly words = element("p", {});
  private readonly accept: HTMLButtonElement;
  private readonly headings = element("ul", {});
  readonly root: HTMLElement;
  /** The last result; null until there is one. */
  tested: TestedSession | null = null;

  constructor(
    readonly path: string,
    accept: () => void,
  ) {
    const name = fileName(path);
    this.accept = element("button", { type: "button", hidden: true, "aria-label": `Accept ${name}`, click: accept }, "Accept");
    const bar = element("div", { class: "bar-above" }, element("strong", {}, name), this.accept);
    this.root = element("li", { class: "session" }, bar, this.words, this.headings);
  }

  /** Whether there is something to accept. */
  get differs(): boolean {
    return this.tested !== null && this.tested.ended === null && this.tested.headings.some(({ verdict }) => verdict !== "same");
  }

  show(tested: TestedSession): void {
    this.tested = tested;
    const { ended } = tested;
    this.tell(ended === null ? "" : `line ${ended.line}: ${ended.text}`);
    this.headings.replaceChildren(...tested.headings.map(headingRow));
    this.accept.hidden = !this.differs;
  }

  clear(): void {
    this.tested = null;
    this.tell("");
    this.headings.replaceChildren();
    this.accept.hidden = true;
  }

  /** Says what went wrong. */
  tell(text: string): void {
    this.words.className = text === "" ? "" : "error";
    this.words.textContent = text;
  }
}

function headingRow({ heading, verdict, line, faults, difference, further }: TestedHeading): HTMLElement {
  const name = heading ?? "before the first heading";
  const place = line === null || verdict === "same" ? null : element("span", { class: "faint" }, `line ${line}`);
  const title = element("div", {}, element("span", { class: "verdict" }, VERDICTS[verdict]), " ", element("span", {}, name), " ", place);
  const wrong = faults.map((fault) => element("p", { class: "error" }, `line ${fault.line}: ${fault.text}`));
  const rest = further === 0 ? null : element("p", { class: "faint" }, `${further} more lines are not shown.`);
  return element("li", { class: verdict }, title, ...wrong, differenceOf(name, difference), rest);
}

/** The lines that differ, each with a sign for a reader who sees no colours. */
function differenceOf(name: string, lines: ChangedLine[]): HTMLElement | null {
  if (lines.length === 0) return null;
  const shown = lines.map(({ change, text }) => element(TAGS[change], {}, `${SIGNS[change]}${text}\n`));
  return element("pre", { tabindex: 0, role: "group", "aria-label": `What differs under ${name}` }, ...shown);
}
