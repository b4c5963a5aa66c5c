/** A change to a source file that introduces a bug. */
export interface Patch {
  /** Path relative to the root of the project. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the source text with the bug. Throws if `from` does not occur exactly once, because the bug would otherwise
 * be missing and the test could not detect it.
 */
export function plant(text: string, { from, path, to }: Patch): string {
  if (text.split(from).length !== 2) throw new Error(`${path} has not once: ${from}`);
  return text.replace(from, () => to);
}
