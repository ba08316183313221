// The page of a game on the site: its desks are in web workers, and the address says which game it is.

import { begun, followGame, lineOf } from "../address";
import { element } from "../element";
import type { Game } from "../game";
import { header } from "../gallery/header";
import { declaresGame } from "../gallery/library";
import { openStudio } from "../studio";
import { engine } from "./files";
import { BrowserLibrary, freePath, noteOpened, ownFiles, shipped } from "./library";
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

async function begin(): Promise<void> {
  const [module, library, found] = await Promise.all([engine(), shipped(), read(location.hash)]);
  const here = { ...library.texts, ...ownFiles() };
  if (found === null || !(found.path in here || found.path in found.texts)) {
    tell("This address leads to no game.");
    return;
  }
  const link = placed(found, here);
  const texts = { ...here, ...link.texts };
  const own = new BrowserLibrary(link.texts);
  const trouble = element("p", { class: "trouble", role: "alert", hidden: true });
  const saved = (path: string, text: string): void => {
    try {
      own.keep(path, text);
      trouble.hidden = true;
    } catch {
      trouble.textContent = `The browser has no room for ${path}: copy its text, or a link to it.`;
      trouble.hidden = false;
    }
  };
  const carrier = new WorkerCarrier(module, { path: link.path, texts }, saved);
  const brand = header({
    library: own,
    game: () => game,
    path: link.path,
    gallery: "./",
    link: () => shared(game, link.path, texts),
  });
  const game: Game = openStudio(carrier, link.path, begun(link.path, link), brand, games(texts));
  document.body.prepend(trouble);
  const isBrought = Object.keys(link.texts).length > 0;
  if (!isBrought) noteOpened(link.path);
  // A text of one's own is too long to stand in the address all the time.
  followGame(game, () => (isBrought ? location.href : linkTo(link.path, game.played, game.place?.start)));
}

/** The texts that are games of their own, not parts of others. */
function games(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => declaresGame(text)));
}

/** The address of a game as it stands. It brings the texts along if one of them is not the site's. */
async function shared(game: Game, path: string, texts: Record<string, string>): Promise<string> {
  const { moves, start } = lineOf(game);
  const [{ texts: site }, { files }] = [await shipped(), await game.ask("text")];
  const now = { ...texts, ...ownFiles(), ...Object.fromEntries(game.unsaved) };
  const own = Object.fromEntries(files.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]]])));
  const isSites = files.every((name) => now[name] === site[name]);
  const fragment = isSites ? linkTo(path, moves, start) : await linkWith({ path, texts: own, moves, start });
  return new URL(fragment, location.href).href;
}

function tell(words: string): void {
  document.body.append(
    element("main", { class: "lone" }, element("p", { role: "alert" }, words), element("p", {}, element("a", { href: "./" }, "All games"))),
  );
  addEventListener("hashchange", () => location.reload());
}

void begin();
