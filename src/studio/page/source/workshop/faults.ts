// What is wrong with a text: underlined in its editor, and listed below.

import { type Diagnostic as Shown, setDiagnostics } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { element } from "../element";
import type { Diagnostic } from "../protocol";

/** A row of a list of faults; the button leads to the place. */
export function faultRow({ severity, message, help }: Pick<Diagnostic, "severity" | "message" | "help">, button: HTMLElement | null): HTMLLIElement {
  const mended = help === "" ? [] : [" ", element("span", { class: "help" }, help)];
  return element("li", { class: severity }, button, element("span", {}, message, ...mended));
}

export class FaultsView {
  readonly root = element("ul", { class: "faults", "aria-live": "polite", "aria-label": "What is wrong" });

  constructor(private readonly view: EditorView) {}

  /** Shows this and nothing else; `refused` says what follows where the text is not played by. */
  show(diagnostics: Diagnostic[], refused: string | null): void {
    const end = this.view.state.doc.length;
    const shown = diagnostics.map((wrong): Shown => {
      const [from, to] = [Math.min(wrong.from, end), Math.min(wrong.to, end)];
      const message = wrong.help === "" ? wrong.message : `${wrong.message}\n${wrong.help}`;
      return { from, to, severity: wrong.severity, message, source: wrong.code };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
    const items = diagnostics.map((wrong) => {
      const line = this.view.state.doc.lineAt(Math.min(wrong.from, end)).number;
      const click = () => this.jump(wrong.from);
      return faultRow(wrong, element("button", { type: "button", click }, `line ${line}`));
    });
    if (refused !== null) items.push(element("li", { class: "refused" }, refused));
    this.root.replaceChildren(...items);
  }

  /** Empties the list, for another text. */
  clear(): void {
    this.root.replaceChildren();
  }

  private jump(at: number): void {
    const anchor = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}
