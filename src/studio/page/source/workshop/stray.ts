// Texts that are not saved and belong to another game: the server was started anew with another one in this tab.

import { element } from "../element";
import { save } from "../export";
import { fileName } from "../file";

export class StrayView {
  readonly root = element("ul", { class: "strays", "aria-label": "Rules of another game", hidden: true });

  constructor(
    private readonly unsaved: Map<string, string>,
    private readonly changed: () => void,
  ) {}

  /** Lists the texts that are in none of these files. */
  show(files: string[]): void {
    const strays = [...this.unsaved].filter(([path]) => !files.includes(path));
    this.root.hidden = strays.length === 0;
    this.root.replaceChildren(
      ...strays.map(([path, text]) => {
        const keep = () => save(text, "text/plain", fileName(path));
        const forget = () => {
          this.unsaved.delete(path);
          this.changed();
          this.show(files);
        };
        return element(
          "li",
          {},
          `${path} has changes that are not saved. It is no file of this game. `,
          element("button", { type: "button", click: keep }, "Save a copy"),
          element("button", { type: "button", click: forget }, "Forget them"),
        );
      }),
    );
  }
}
