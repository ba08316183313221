// The little Markdown that the documentation of names is written in: paragraphs, fenced code, `code`, **strong**, rules.

import { element } from "../element";

export function rendered(markdown: string): HTMLElement {
  const root = element("div", { class: "markdown" });
  let lines: string[] = [];
  let fenced = false;
  const end = () => {
    const text = lines.join(fenced ? "\n" : " ");
    if (fenced) root.append(element("pre", {}, text));
    else if (/^-{3,}$/.test(text.trim())) root.append(element("hr"));
    else if (text.trim() !== "") root.append(element("p", {}, ...inline(text.replace(/^#+\s*/, ""))));
    lines = [];
  };
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) {
      end();
      fenced = !fenced;
    } else if (!fenced && (line.trim() === "" || /^-{3,}$/.test(line))) {
      end();
      if (line.trim() !== "") root.append(element("hr"));
    } else lines.push(line);
  }
  end();
  return root;
}

function inline(text: string): (HTMLElement | string)[] {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return parts.map((part) => {
    if (part.length > 2 && part.startsWith("`")) return element("code", {}, part.slice(1, -1));
    if (part.length > 4 && part.startsWith("**")) return element("strong", {}, part.slice(2, -2));
    return part;
  });
}
