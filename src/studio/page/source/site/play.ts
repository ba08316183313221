// The page of a game on the site: its desks are in web workers, and the address says which game it is.

import { element } from "../element";
import type { Game } from "../game";
import { recall } from "../memory";
import { openStudio, type Start } from "../studio";
import { engine } from "./files";
import { freePath, keepFiles, noteOpened, ownFiles, pathBeside, shipped } from "./library";
import { type Link, linkTo, linkWith, read } from "./link";
import { WorkerCarrier } from "./workers";

/** The texts of a link beside those that are here: its files get other names where other texts have theirs. */
function placed(link: Link, here: Record<string, string>): Link {
  const isTaken = Object.entries(link.texts).some(([path, text]) => path in here && here[path] !== text);
  if (!isTaken) return link;
  const folder = freePath("linked", Object.fromEntries(Object.keys(here).map((path) => [path.split("/")[0] ?? "", ""])));
  const texts = Object.fromEntries(Object.entries(link.texts).map(([path, text]) => [`${folder}/${path}`, text]));
  return { ...link, path: `${folder}/${link.path}`, texts };
}

/** Where the game begins: where the link says. A tab that is loaded anew keeps the moves after that, too. */
function begun({ path, texts, moves, start }: Link): Start {
  const kept = recall(path);
  const isSame = JSON.stringify([kept.start, kept.moves.slice(0, kept.ply)]) === JSON.stringify([start, moves]);
  const isBack = Object.keys(texts).length > 0 && moves.length === 0 && start === null;
  if (isSame || isBack) return {};
  const place = { moves, start, ply: moves.length };
  // What stands beside another line is not of this one.
  return kept.start === start ? place : { ...place, lines: [], comments: [], clock: null };
}

async function begin(): Promise<void> {
  const [module, library, found] = await Promise.all([engine(), shipped(), read(location.hash)]);
  const here = { ...library.texts, ...ownFiles() };
  if (found === null || !(found.path in here || found.path in found.texts)) {
    tell("This address leads to no game.");
    return;
  }
  const link = placed(found, here);
  const texts = { ...here, ...link.texts };
  const trouble = element("p", { class: "trouble", role: "alert", hidden: true });
  const saved = (path: string, text: string): void => {
    try {
      // With one file of a link its others are needed too, as they were saved last.
      keepFiles({ ...link.texts, ...ownFiles(), [path]: text });
      trouble.hidden = true;
    } catch {
      trouble.textContent = `The browser has no room for ${path}: copy its text, or a link to it.`;
      trouble.hidden = false;
    }
  };
  const carrier = new WorkerCarrier(module, { path: link.path, texts }, saved);
  const brand = element(
    "nav",
    { class: "brand" },
    element("a", { href: "./" }, "All games"),
    " ",
    saveAsButton(async (name) => {
      const path = freePath(pathBeside(link.path, name), { ...texts, ...ownFiles() });
      saved(path, (await game.ask("text", { path: link.path })).text);
      if (!trouble.hidden) return;
      game.unsaved.clear();
      location.href = linkTo(path, game.played, game.place?.start);
    }),
    " ",
    copyButton(() => shared(game, link.path, texts)),
  );
  const game: Game = openStudio(carrier, link.path, begun(link), brand, games(texts));
  document.body.prepend(trouble);
  if (Object.keys(link.texts).length === 0) noteOpened(link.path);
  game.onChange(() => {
    // A text of one's own is too long to stand in the address all the time.
    if (game.place === null || Object.keys(link.texts).length > 0) return;
    history.replaceState(null, "", linkTo(link.path, game.played, game.place.start));
  });
}

/** The texts that are games of their own, not parts of others. */
function games(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => /^:- game\(/m.test(text)));
}

/** The address of a game as it stands. It brings the texts along if one of them is not the site's. */
async function shared(game: Game, path: string, texts: Record<string, string>): Promise<string> {
  const [moves, start] = [game.played, game.place?.start ?? null];
  const [{ texts: site }, { files }] = [await shipped(), await game.ask("text")];
  const now = { ...texts, ...ownFiles(), ...Object.fromEntries(game.unsaved) };
  const own = Object.fromEntries(files.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]])));
  const isSites = files.every((name) => now[name] === site[name]);
  const fragment = isSites ? linkTo(path, moves, start) : await linkWith({ path, texts: own, moves, start });
  return new URL(fragment, location.href).href;
}

/** A button that asks for a name and then saves the rules as another file. */
function saveAsButton(save: (name: string) => Promise<void>): HTMLElement {
  const name = element("input", { name: "name", required: true, maxlength: 40, pattern: ".*\\w.*", autocomplete: "off" });
  const close = () => dialog.close();
  const form = element(
    "form",
    { method: "dialog", submit: () => void save(name.value) },
    element("label", {}, "Name of the new file ", name),
    element("button", { class: "primary" }, "Save"),
    element("button", { type: "button", click: close }, "Cancel"),
  );
  const dialog: HTMLDialogElement = element("dialog", { "aria-label": "Save as" }, form);
  const button = element("button", { type: "button", click: () => dialog.showModal() }, "Save as");
  return element("span", {}, button, dialog);
}

/** A button that copies an address. */
function copyButton(address: () => Promise<string>): HTMLElement {
  const button: HTMLElement = element("button", {
    type: "button",
    click: async () => {
      await navigator.clipboard.writeText(await address());
      button.textContent = "Link copied";
      setTimeout(() => (button.textContent = "Copy link"), 2000);
    },
  }, "Copy link");
  return button;
}

function tell(words: string): void {
  document.body.append(
    element("main", { class: "lone" }, element("p", { role: "alert" }, words), element("p", {}, element("a", { href: "./" }, "All games"))),
  );
}

// Another game in the address is another page.
addEventListener("hashchange", () => location.reload());
void begin();
