/** A change of a source file that plants a bug. */
export interface Patch {
  /** Path from the root of the project. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the text with the bug. Throws if `from` does not occur exactly once, because a bug that is not planted cannot
 * be detected.
 */
export function plant(text: string, { from, path, to }: Patch): string {
  if (text.split(from).length !== 2) throw new Error(`${path} has not once: ${from}`);
  return text.replace(from, () => to);
}
