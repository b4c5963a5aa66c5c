/** A change of the text of a source file that plants a fault. */
export interface Patch {
  /** From the root of the project. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** The text with the fault. Throws when it does not fit exactly once: a fault that is not planted is not found either. */
export function plant(text: string, { from, path, to }: Patch): string {
  if (text.split(from).length !== 2) throw new Error(`${path} has not once: ${from}`);
  return text.replace(from, () => to);
}
