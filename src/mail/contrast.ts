/** A color as #rrggbb. Undefined if the color is unknown. */
export type Color = string | undefined;

/** Returns the contrast ratio of two colors (#rrggbb), from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Minimum contrast of normal-size text (WCAG 2.2, 1.4.3). */
export const READABLE_CONTRAST = 4.5;

/** Mixes two colors (#rrggbb). `share` is the weight of the second color, from 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** Number of steps from a color to black or white in the search for a readable shade. */
const SHADES = 16;

/**
 * Mixes a color with black or white and returns the closest shade that is readable on all backgrounds (#rrggbb). If no
 * shade is readable on all of them, returns the closest one that is readable on the first background.
 */
export function readableShade(color: string, ...backgrounds: readonly [string, ...string[]]): string {
  const [first] = backgrounds;
  const end = contrastOf('#000000', first) > contrastOf('#ffffff', first) ? '#000000' : '#ffffff';
  const shades = Array.from({ length: SHADES + 1 }, (_, step) => mixed(color, end, step / SHADES));
  const isReadable = (shade: string, on: readonly string[]): boolean =>
    on.every((background) => contrastOf(shade, background) >= READABLE_CONTRAST);
  return (
    shades.find((shade) => isReadable(shade, backgrounds)) ?? shades.find((shade) => isReadable(shade, [first])) ?? end
  );
}

const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  red: '#ff0000',
  maroon: '#800000',
  yellow: '#ffff00',
  orange: '#ffa500',
  green: '#008000',
  lime: '#00ff00',
  blue: '#0000ff',
  navy: '#000080',
  teal: '#008080',
  purple: '#800080',
};

/** Parses an opaque color: #rgb, #rrggbb, rgb(), rgba(), or a common color name. Returns undefined for other values. */
export function colorOf(written: string): Color {
  const color = written.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(color)) return color;
  if (/^#[0-9a-f]{3}$/.test(color)) return color.replaceAll(/[0-9a-f]/g, '$&$&');
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1(?:\.0+)?|100%)\s*)?\)$/.exec(color);
  if (rgb)
    return `#${rgb
      .slice(1)
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
      .join('')}`;
  return Object.hasOwn(NAMED, color) ? NAMED[color] : undefined;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
