// Numbers with their nouns.

/** A number and its noun, in the plural where it is not one. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
