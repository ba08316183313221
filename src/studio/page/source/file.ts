// Files: their names, and texts that are chosen from the disk.

import type { ChosenFile } from "./protocol";

/** The longest text that is taken, in bytes. */
const LONGEST = 1 << 19;

/** The last part of a path. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

/** Takes the file that was chosen in a field; null without one, and for one that is too long, which `told` says. */
export async function chosenText(field: HTMLInputElement, told: HTMLElement): Promise<ChosenFile | null> {
  const [file] = field.files ?? [];
  if (file === undefined) return null;
  const isTooLong = file.size > LONGEST;
  told.textContent = isTooLong ? `${file.name} is longer than ${LONGEST >> 10} KiB.` : "";
  const chosen = isTooLong ? null : { name: file.name, text: await file.text() };
  // The same file can be chosen again.
  field.value = "";
  return chosen;
}
