/** Minimum contrast of normal-size text (WCAG 2.2, 1.4.3). */
export const READABLE = 4.5;

/** Returns the contrast ratio of two colors in the format `#rrggbb`, from 1 to 21 (WCAG 2.2, contrast ratio). Pure. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns whether white text is easier to read on a color than black text. Pure. */
export function isDark(color: string): boolean {
  return contrastOf(color, WHITE) > contrastOf(color, BLACK);
}

const WHITE = `#${'f'.repeat(6)}`;
const BLACK = `#${'0'.repeat(6)}`;

/** Returns the relative luminance of a color in the format `#rrggbb` (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
