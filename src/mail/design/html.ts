import { readDesign } from './read.ts';
import { renderDesign } from './render.ts';

/** Renders an unvalidated design to HTML without filling in merge tags. Returns null for a design with errors. */
export function htmlOfDesign(design: unknown): string | null {
  const read = readDesign(design);
  return 'faults' in read ? null : renderDesign(read).html;
}
