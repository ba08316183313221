// The links and buttons at the head of a game that lead to other games: all of them, a copy under another name, and the
// address of this one.

import { lineOf } from "../address";
import { element, submitting } from "../element";
import type { Game } from "../game";
import { type Library, pathBeside, Refusal } from "./library";

/** Where the game is, and what is said of it elsewhere. */
export interface Place {
  library: Library;
  /** The game, once the page is put together. */
  game: () => Game;
  /** Its rule file, as the library has it. */
  path: string;
  /** The page with all games. */
  gallery: string;
  /** An address that leads others here. */
  link: () => Promise<string>;
}

export function header(place: Place): HTMLElement {
  return element(
    "nav",
    { class: "brand", "aria-label": "Games" },
    element("a", { href: place.gallery }, "All games"),
    saveAsButton((name) => saveAs(place, name)),
    copyButton(place.link),
  );
}

/** Keeps the rules as they stand in another file, and goes there with the line of moves. */
async function saveAs({ library, game: gameOf, path }: Place, name: string): Promise<void> {
  const game = gameOf();
  const { text, path: main, files } = await game.ask("text");
  const others = files.filter((file) => file !== main && game.unsaved.has(file));
  if (others.length > 0) throw new Refusal(`Save ${others.join(" and ")} first: the new file would use it without its changes.`);
  const added = await library.add(pathBeside(path, name), game.unsaved.get(main) ?? text);
  // They are saved there now.
  game.unsaved.delete(main);
  location.href = library.address(added, lineOf(game));
}

/** A button that asks for a name. What is refused is told beside it. */
function saveAsButton(save: (name: string) => Promise<void>): HTMLElement {
  const name = element("input", { name: "name", required: true, maxlength: 40, pattern: ".*[\\p{L}\\p{N}].*", autocomplete: "off" });
  const refused = element("p", { class: "fault", role: "alert", hidden: true });
  let isBusy = false;
  const send = async () => {
    // A second click makes no second file.
    if (isBusy) return;
    isBusy = true;
    refused.hidden = true;
    try {
      await save(name.value);
      dialog.close();
    } catch (fault) {
      refused.textContent = (fault as Error).message;
      refused.hidden = false;
    } finally {
      isBusy = false;
    }
  };
  const form = element(
    "form",
    { submit: submitting(() => void send()) },
    element("label", {}, "Name of the new file ", name),
    element("span", { class: "group" }, element("button", { class: "primary" }, "Save"), element("button", { type: "button", click: () => dialog.close() }, "Cancel")),
    refused,
  );
  const dialog: HTMLDialogElement = element("dialog", { "aria-label": "Save as", close: () => (refused.hidden = true) }, form);
  const button = element("button", { type: "button", title: "Save the rules in another file, and go on there", click: () => dialog.showModal() }, "Save as");
  return element("span", {}, button, dialog);
}

/** A button that copies an address. */
function copyButton(address: () => Promise<string>): HTMLElement {
  const button: HTMLElement = element("button", {
    type: "button",
    title: "Copy the address of this position",
    click: async () => {
      await navigator.clipboard.writeText(await address());
      button.textContent = "Link copied";
      setTimeout(() => (button.textContent = "Copy link"), 2000);
    },
  }, "Copy link");
  return button;
}
