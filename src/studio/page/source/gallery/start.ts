// The start page: the games of a library, and new ones. Some of it is in the page itself.

import { element, submitting } from "../element";
import { cardOf } from "./card";
import { type Card, declaresGame, isRuleFile, type Library, LONGEST, type OwnFile, pathBeside, Refusal } from "./library";

function part<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

export class StartPage {
  private readonly trouble = part("#trouble");
  private readonly form = part<HTMLFormElement>("#new");
  private readonly choice = part<HTMLSelectElement>("#new select");
  private readonly name = part<HTMLInputElement>("#new input");
  /** What is shown, to draw it again only if there is something else. */
  private shown = "";
  private templates: Record<string, string> = {};
  private isBusy = false;

  constructor(private readonly library: Library) {}

  begin(): void {
    this.form.addEventListener("submit", submitting(() => void this.begun()));
    part<HTMLInputElement>("#file").addEventListener("change", (event) => {
      const field = event.target as HTMLInputElement;
      void this.take([...(field.files ?? [])]).finally(() => (field.value = ""));
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      void this.take([...(event.dataTransfer?.files ?? [])]);
    });
    // Back from a game, or from another window, there may be other files.
    addEventListener("pageshow", ({ persisted }) => {
      // Pictures that had not come when the page was left never come.
      if (persisted) this.shown = "";
      void this.show();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.show();
    });
  }

  private async show(): Promise<void> {
    await this.guard(async () => {
      const contents = await this.library.contents();
      const now = JSON.stringify(contents);
      if (now === this.shown) return;
      this.shown = now;
      const { folder, recent, games, copies, own, templates } = contents;
      this.offer(templates);
      if (folder !== null) {
        part("#all").textContent = `Games in ${folder}`;
        document.title = `${folder} · Regola`;
      }
      this.fill("#recent", recent);
      if (games !== null) {
        this.fill("#games", games);
        this.fill("#copies", copies);
        // Without games of its own, a folder begins with one of these.
        part<HTMLDetailsElement>("#copies").open ||= games.length === 0;
      }
      this.showOwn(own);
    });
  }

  /** Offers templates; the one that was chosen stays. */
  private offer(templates: Record<string, string>): void {
    const chosen = this.choice.value;
    this.templates = templates;
    this.choice.replaceChildren(...Object.keys(templates).map((name) => element("option", {}, name)));
    if (chosen in templates) this.choice.value = chosen;
  }

  /** Shows cards in a section, which is hidden without any. */
  private fill(selector: string, cards: Card[]): void {
    const section = part(selector);
    section.hidden = cards.length === 0;
    const go = (open: () => Promise<string>) => void this.once(async () => void (location.href = await open()));
    section.querySelector("ul")?.replaceChildren(...cards.map((card) => cardOf(card, go)));
  }

  private showOwn(own: OwnFile[]): void {
    const list = document.querySelector<HTMLElement>("#own");
    if (list === null) return;
    list.hidden = own.length === 0;
    const item = ({ name, address, removing, remove }: OwnFile) => {
      const click = () => {
        remove();
        void this.show();
      };
      return element("li", {}, element("a", { href: address }, name), element("button", { type: "button", "aria-label": removing.label, click }, removing.words));
    };
    list.querySelector("ul")?.replaceChildren(...own.map(item));
  }

  /** Begins a game with a template. */
  private async begun(): Promise<void> {
    await this.once(async () => {
      const name = this.name.value.trim();
      const text = this.templates[this.choice.value] ?? "";
      await this.open(pathBeside("", name), text.replaceAll("NAME", name.replaceAll(/["\\]/g, "")));
    });
  }

  /** Keeps files that were chosen or dropped, and goes to the first one that is a game. */
  private async take(files: File[]): Promise<void> {
    await this.once(async () => {
      for (const file of files) {
        if (!isRuleFile(file.name)) throw new Refusal(`${file.name} is no rule file: the name of one ends in .rules, or in .kif for a sheet.`);
        if (file.size > LONGEST) throw new Refusal(`${file.name} is longer than a rule file may be, which is ${LONGEST >> 10} KiB.`);
      }
      const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
      const main = texts.find(({ text }) => declaresGame(text)) ?? texts[0];
      for (const { name, text } of texts.filter((each) => each !== main)) {
        const kept = await this.library.add(name, text);
        if (kept !== name) throw new Refusal(`${name} is kept as ${kept}, because there is another file of that name, which games that use ${name} would take.`);
      }
      if (main !== undefined) await this.open(main.name, main.text);
    });
  }

  private async open(path: string, text: string): Promise<void> {
    location.href = this.library.address(await this.library.add(path, text));
  }

  /** Makes files, unless some are being made: a second click makes no second file. */
  private async once(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    await this.guard(work).finally(() => (this.isBusy = false));
  }

  /** Tells what cannot be done. */
  private async guard(work: () => Promise<void>): Promise<void> {
    this.trouble.hidden = true;
    try {
      await work();
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      this.trouble.textContent = fault.message;
      this.trouble.hidden = false;
      this.trouble.scrollIntoView({ block: "nearest" });
    }
  }
}
