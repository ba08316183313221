// Hands a text to the browser as a file.

import { element } from "./element";

export function save(text: string, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
