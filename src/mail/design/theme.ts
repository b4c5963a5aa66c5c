import { contrastOf, READABLE_CONTRAST } from '../contrast.ts';
import { FONTS, type FontName } from './fonts.ts';
import type { Design } from './schema.ts';

/** Theme of a design: colors as #rrggbb, sizes in px. */
export interface Theme {
  readonly background: string;
  readonly surface: string;
  readonly text: string;
  readonly accent: string;
  readonly font: string;
  readonly width: number;
  /** Corner radius of the content, in px. */
  readonly radius: number;
}

/** Font stack for code. */
export const MONO = FONTS.mono.stack;

/** Colors of a design that sets no colors. */
export const DEFAULT_COLORS = { background: '#f4f4f5', surface: '#ffffff', text: '#1f2328', accent: '#1d4ed8' };

/** Horizontal padding of blocks, and vertical padding of the page, in px. */
export const GUTTER = 24;

/**
 * Colors for dark mode. `mark` is the data attribute with which Outlook apps mark changed backgrounds (`ogsb`) or
 * colors (`ogsc`).
 */
const DARK: readonly (readonly [selector: string, rule: string, mark: 'ogsb' | 'ogsc'])[] = [
  ['.pr-page', 'background-color:#141414', 'ogsb'],
  ['.pr-card', 'background-color:#1f1f1f', 'ogsb'],
  ['.pr-section', 'background-color:#2b2b2b', 'ogsb'],
  ['.pr-text', 'color:#ececec', 'ogsc'],
  ['.pr-link', 'color:#9dbbff', 'ogsc'],
  ['.pr-line', 'border-color:#4a4a4a', 'ogsc'],
];

/** Returns the theme of a design. Invalid colors and sizes are replaced with defaults. */
export function themeOf({ attrs }: Design): Theme {
  return {
    background: colorOf(attrs.background, DEFAULT_COLORS.background),
    surface: colorOf(attrs.surface, DEFAULT_COLORS.surface),
    text: colorOf(attrs.text, DEFAULT_COLORS.text),
    accent: colorOf(attrs.accent, DEFAULT_COLORS.accent),
    font: fontStack(attrs.font),
    width: pixels(attrs.width, 600),
    radius: pixels(attrs.radius, 0),
  };
}

/** Returns the font stack of a font, or of the default font. */
export function fontStack(font: FontName | '' = ''): string {
  return FONTS[font === '' || !Object.hasOwn(FONTS, font) ? 'sans' : font].stack;
}

/** Returns the color if it is valid, otherwise the default. */
export function colorOf(given: unknown, usual: string): string {
  return typeof given === 'string' && /^#[0-9a-fA-F]{6}$/.test(given) ? given.toLowerCase() : usual;
}

/** Returns a number of pixels, rounded to an integer, or the default if the value is not a number from 0 to 10,000. */
export function pixels(given: unknown, usual: number): number {
  return typeof given === 'number' && given >= 0 && given <= 10_000 ? Math.round(given) : usual;
}

/** Returns the alignment if it is valid, otherwise `left`. */
export function alignOf(given: unknown): 'left' | 'center' | 'right' {
  return given === 'center' || given === 'right' ? given : 'left';
}

/** Returns the color if it has enough contrast with the background, otherwise near-black or white. */
export function inkOn(ground: string, color = '#ffffff'): string {
  if (contrastOf(color, ground) >= READABLE_CONTRAST) return color;
  return contrastOf('#111111', ground) > contrastOf('#ffffff', ground) ? '#111111' : '#ffffff';
}

/** Returns the HTML before the first block. If `isFlush` is set, there is no space above the first block. */
export function documentBegin(
  { background, font, radius, surface, width }: Theme,
  preheader: string,
  isFlush: boolean,
): string {
  const corners = radius === 0 ? '' : `;border-radius:${radius}px;overflow:hidden`;
  return (
    '<!doctype html>\n<html lang="und" xmlns:v="urn:schemas-microsoft-com:vml" ' +
    'xmlns:o="urn:schemas-microsoft-com:office:office">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    '<meta name="x-apple-disable-message-reformatting">\n' +
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">\n' +
    '<meta name="color-scheme" content="light dark">\n<meta name="supported-color-schemes" content="light dark">\n' +
    '<title></title>\n' +
    // Without this setting, Outlook for Windows enlarges images on high-density screens.
    '<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->\n' +
    `<style>\n${styles()}\n</style>\n</head>\n` +
    `<body class="pr-page" style="margin:0;padding:0;background-color:${background};-webkit-text-size-adjust:100%">\n` +
    `${preheader}<table role="presentation" class="pr-page" width="100%" border="0" cellspacing="0" cellpadding="0" ` +
    `bgcolor="${background}" style="background-color:${background}">\n` +
    `<tr><td align="center" style="padding:${GUTTER}px 0;font-family:${font}">\n` +
    `<!--[if mso]><table role="presentation" align="center" width="${width}" border="0" cellspacing="0" cellpadding="0"><tr><td><![endif]-->\n` +
    `<div style="max-width:${width}px;margin:0 auto${corners}">\n` +
    `<table role="presentation" class="pr-card" width="100%" border="0" cellspacing="0" cellpadding="0" ` +
    `bgcolor="${surface}" style="background-color:${surface}">\n` +
    (isFlush
      ? ''
      : `<tr><td height="${GUTTER}" style="height:${GUTTER}px;font-size:0;line-height:0">&nbsp;</td></tr>\n`)
  );
}

/** The HTML after the last block. */
export const DOCUMENT_END =
  `<tr><td height="8" style="height:8px;font-size:0;line-height:0">&nbsp;</td></tr>\n</table>\n</div>\n` +
  '<!--[if mso]></td></tr></table><![endif]-->\n</td></tr>\n</table>\n</body>\n</html>\n';

function styles(): string {
  const dark = DARK.map(([selector, rule]) => `${selector} { ${rule} !important; }`).join('\n  ');
  const marked = DARK.map(([selector, rule, mark]) => `[data-${mark}] ${selector} { ${rule} !important; }`).join('\n');
  return (
    ':root { color-scheme: light dark; supported-color-schemes: light dark; }\n' +
    // Make columns as wide as the screen on phones. They stack even without this rule, but stay narrower.
    '@media (max-width: 480px) { .pr-column { max-width: 100% !important; } }\n' +
    `@media (prefers-color-scheme: dark) {\n  ${dark}\n}\n${marked}`
  );
}
