// The buttons above the text of a rule file; each stands for a key of the editor.

import { foldAll, unfoldAll } from "@codemirror/language";
import { openSearchPanel } from "@codemirror/search";
import { element } from "../element";
import type { EditorPanel } from "./editor";
import type { NamesView } from "./names";

export class ToolsView {
  readonly root: HTMLElement;
  private isFolded = false;

  constructor(
    private readonly editor: EditorPanel,
    names: NamesView,
  ) {
    const wrap = tool("Wrap", "Long lines go on in the next one", () => {
      const wrapped = wrap.getAttribute("aria-pressed") !== "true";
      wrap.setAttribute("aria-pressed", String(wrapped));
      editor.wrap(wrapped);
    });
    wrap.setAttribute("aria-pressed", "false");
    this.root = element(
      "div",
      { class: "tools", role: "group", "aria-label": "Text" },
      tool("Find", "Search and replace (Ctrl+F)", () => void openSearchPanel(editor.view)),
      tool("Definition", "Where the name at the cursor is defined (F12)", () => void names.define()),
      tool("Uses", "Where the name at the cursor stands (Shift+F12)", () => void names.list()),
      tool("Rename", "Another name for what is at the cursor (F2)", () => names.rename()),
      tool("Format", "The standard form of the text (Shift+Alt+F)", () => void names.format()),
      tool("Fold", "Fold or unfold all clauses and comments", () => void this.fold()),
      wrap,
    );
  }

  private async fold(): Promise<void> {
    this.isFolded = !this.isFolded;
    // The text may have changed since the last answer.
    if (this.isFolded) await this.editor.findFolds();
    (this.isFolded ? foldAll : unfoldAll)(this.editor.view);
  }
}

function tool(text: string, title: string, click: () => void): HTMLButtonElement {
  return element("button", { type: "button", class: "quiet", title, click }, text);
}
