import { contrastOf, isDark, READABLE } from '../../contrast.ts';

/** Returns whether a text is a color in the format of the API. Pure. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text.trim());
}

/** Returns the color, or the usual color for text that is not a color. Pure. */
export function colorOr(text: string, usual: string): string {
  return isColor(text) ? text.trim() : usual;
}

/** Returns the text color for a colored background. Pure. */
export function inkOn(background: string): string {
  return isDark(background) ? 'white' : 'black';
}

/** Returns a contrast ratio in words, with whether it is high enough for text. Pure. */
export function contrastWords(what: string, color: string, background: string): string {
  const ratio = contrastOf(color, background);
  // Round down, so that a ratio that is too low never looks high enough.
  const shown = `${what}: ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
  return ratio < READABLE ? `${shown} (too low, use at least ${READABLE}:1)` : shown;
}
