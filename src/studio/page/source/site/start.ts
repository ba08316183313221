// The start page: the gallery is in the page itself. Here are the user's own rule files, and new ones.

import { element, submitting } from "../element";
import { forgetFile, freePath, keepFiles, ownFiles, pathBeside, recentFiles, shipped, type Shipped } from "./library";
import { linkTo } from "./link";

const PAGE = "play.html";

/** The longest rule file that the engine reads, in bytes. */
const LONGEST = 1 << 20;

const own = document.querySelector<HTMLElement>("#own");
const trouble = document.querySelector<HTMLElement>("#trouble");
const library = shipped();

function tell(words: string): void {
  if (trouble === null) return;
  trouble.textContent = words;
  trouble.hidden = false;
}

/** Keeps a new file and goes to its game. */
function openNew(path: string, text: string, texts: Record<string, string>): void {
  const free = freePath(path, { ...texts, ...ownFiles() });
  try {
    keepFiles({ [free]: text });
  } catch {
    tell("The browser has no room for another file.");
    return;
  }
  location.href = PAGE + linkTo(free);
}

/** The games that were opened last, as far as they are still there. */
function showRecent({ games, texts }: Shipped): void {
  const [section, list] = [document.querySelector<HTMLElement>("#recent"), document.querySelector("#recent ul")];
  if (section === null) return;
  const here = { ...texts, ...ownFiles() };
  const files = recentFiles().filter((path) => path in here);
  section.hidden = files.length === 0;
  const title = (path: string) => games.find(({ name }) => `${name}.rules` === path)?.title ?? path;
  list?.replaceChildren(...files.map((path) => element("li", {}, element("a", { href: PAGE + linkTo(path) }, title(path)))));
}

function showOwn({ texts }: Shipped): void {
  if (own === null) return;
  const files = Object.keys(ownFiles()).sort();
  own.hidden = files.length === 0;
  own.querySelector("ul")?.replaceChildren(
    ...files.map((path) =>
      element(
        "li",
        {},
        element("a", { href: PAGE + linkTo(path) }, path),
        " ",
        element("button", {
          type: "button",
          "aria-label": path in texts ? `Undo all changes of ${path}` : `Delete ${path}`,
          click: async () => {
            forgetFile(path);
            await show();
          },
        }, path in texts ? "Undo all changes" : "Delete"),
      ),
    ),
  );
}

async function openFiles(files: Iterable<File>): Promise<void> {
  const { texts } = await library;
  for (const file of files) {
    if (file.size > LONGEST) tell(`${file.name} is longer than a rule file may be.`);
    else openNew(file.name, await file.text(), texts);
  }
}

async function begin(): Promise<void> {
  const { templates, texts } = await library;
  const form = document.querySelector<HTMLFormElement>("#new");
  const choice = form?.querySelector("select");
  choice?.replaceChildren(...Object.keys(templates).map((name) => element("option", {}, name)));
  form?.addEventListener("submit", submitting(() => {
    const name = form.querySelector("input")?.value.trim() || "mine";
    openNew(pathBeside("", name), (templates[choice?.value ?? ""] ?? "").replaceAll("NAME", name.replaceAll(/["\\]/g, "")), texts);
  }));
  document.querySelector<HTMLInputElement>("#file")?.addEventListener("change", (event) => {
    void openFiles((event.target as HTMLInputElement).files ?? []);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    void openFiles(event.dataTransfer?.files ?? []);
  });
}

async function show(): Promise<void> {
  showOwn(await library);
  showRecent(await library);
}

// Back from a game, there may be other files.
addEventListener("pageshow", () => void show());
void begin();
