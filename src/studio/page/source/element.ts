// Making elements: one call for a tag with its attributes and children.

type Attributes = Record<string, string | number | boolean | null | ((event: never) => void)>;
type Child = Node | string | null;

function furnish<Kind extends Element>(made: Kind, attributes: Attributes, children: Child[]): Kind {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as EventListener);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** What a form does when it is sent: this work, and no new page. */
export function submitting(work: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    work();
  };
}

/** An HTML element; an attribute that is a function listens to the event of that name. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return furnish(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function drawn<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
