import { contrastOf, isDark, READABLE } from '../../contrast.ts';

/** Returns whether a string is a color in the format of the API. Pure. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim());
}

/** Returns the color, or the default `usual` if the text is not a valid color. Pure. */
export function colorOr(text: string, usual: string): string {
  return isColor(text) ? text.trim() : usual;
}

/** Returns the text color for a colored background. Pure. */
export function inkOn(background: string): string {
  return isDark(background) ? 'white' : 'black';
}

/** Describes a contrast ratio, and whether it is high enough for text. Pure. */
export function contrastWords(what: string, color: string, background: string): string {
  const ratio = contrastOf(color, background);
  // Round down, so that a ratio that is too low never looks high enough.
  const shown = `${what}: ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
  return ratio < READABLE ? `${shown} (too low, use at least ${READABLE}:1)` : shown;
}
