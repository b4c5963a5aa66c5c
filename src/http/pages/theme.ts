import { DEFAULT_LANGUAGE, type TextKey } from '../../mail/languages/catalog.ts';
import { acceptedLanguage, catalogOf } from '../../mail/languages/tags.ts';
import { contrastOf, mixed, READABLE_CONTRAST, readableShade } from '../../mail/contrast.ts';
import { textsIn, type OwnTexts, type Texts } from '../../mail/languages/texts.ts';
import { html, type Html } from '../html.ts';

/** Maximum width of a logo on public pages, in CSS pixels. */
const MAX_LOGO_WIDTH = 160;

/**
 * The branding of an account on public pages. Colors are #rrggbb. If a color is empty or null, a default color is used.
 */
export interface PageBrand {
  readonly accent: string | null;
  readonly text: string | null;
  readonly surface: string | null;
  readonly background: string | null;
  readonly logo: { readonly path: string; readonly width: number; readonly height: number } | null;
}

/** Language and appearance of a public page. */
export interface PageTheme {
  /** Public name of the account. Undefined if the account has none, or if the page must not name an account. */
  readonly sender: string | undefined;
  readonly texts: Texts;
  /** Undefined for the default colors and no logo. */
  readonly brand?: PageBrand | undefined;
  /** The account's own strings, for showing the page in another language. */
  readonly ownTexts?: OwnTexts | null | undefined;
}

/** Returns the appearance of a page that must not name an account, in the visitor's preferred language. */
export function themeForVisitor(acceptLanguage: string | undefined): PageTheme {
  return { sender: undefined, texts: textsIn(acceptedLanguage(acceptLanguage)?.language ?? DEFAULT_LANGUAGE) };
}

/** Default background colors of public pages in light and dark mode. Must match the colors in `http/html.ts`. */
const LIGHT = { surface: '#fffdf7', canvas: '#f6f1e5' };
const DARK = { surface: '#1a2438', canvas: '#121a2b' };
/** Mixing ratios of the other colors, from 0 (text color) to 1 (background color). */
const SOFT = 0.25;
const CONTROL = 0.45;
const LINE = 0.8;

/**
 * Returns CSS with the colors of an account, or an empty string without a brand. Dark mode uses only the accent color.
 */
export function brandStyle({ brand }: PageTheme): string {
  if (!brand) return '';
  const { accent, background, logo, surface, text } = brand;
  const paper = surface || LIGHT.surface;
  const canvas = background || surface || LIGHT.canvas;
  const soft = (at: number): string => mixed(text ?? '', paper, at);
  const light = [
    accentRules(accent, paper, canvas),
    surface && `--surface:${paper}`,
    (background || surface) && `--canvas:${canvas}`,
    text && `--ink:${text};--soft:${readableShade(soft(SOFT), paper)};--line:${soft(LINE)};--control:${soft(CONTROL)}`,
  ];
  return (
    rootOf('light', light) +
    rootOf('dark', [accentRules(accent, DARK.surface, DARK.canvas)]) +
    // A logo with a transparent background is readable on the light colors.
    (logo ? `.logo{display:block;max-width:60%;height:auto;background:${paper};border-radius:4px}` : '')
  );
}

function accentRules(accent: string | null, surface: string, canvas: string): string {
  if (!accent) return '';
  const shade = readableShade(accent, surface, canvas);
  const ink = contrastOf('#ffffff', shade) >= READABLE_CONTRAST ? '#fff' : '#0d1526';
  return `--accent:${shade};--on:${ink};--seal:${shade}`;
}

function rootOf(mode: 'light' | 'dark', rules: readonly (string | null)[]): string {
  const given = rules.filter(Boolean).join(';');
  return given === '' ? '' : `@media(prefers-color-scheme:${mode}){:root{${given}}}`;
}

/**
 * Returns the logo of the account or, without a logo, its name. Returns undefined without both. The URL of the page
 * must have two path segments, as in `/f/abc`, because the logo's URL is relative.
 */
export function senderMark({ brand, sender }: PageTheme): Html | undefined {
  const logo = brand?.logo;
  if (!logo) return sender === undefined ? undefined : html`<p class="by"><bdi>${sender}</bdi></p> `;
  const width = Math.min(logo.width, MAX_LOGO_WIDTH);
  const height = Math.max(1, Math.round((logo.height * width) / logo.width));
  return html`<img class="logo" src="..${logo.path}" alt="${sender ?? ''}" width="${width}" height="${height}" />`;
}

/**
 * Returns the localized strings for the first of the language tags `tags` that has a message catalog, or otherwise the
 * English strings. `tags` are canonical. `own` contains the account's own strings, which replace the product's strings.
 */
export function textsFor(own: OwnTexts | null | undefined, ...tags: readonly (string | null | undefined)[]): Texts {
  for (const tag of tags) {
    const language = catalogOf(tag);
    if (language !== undefined) return textsIn(language, own);
  }
  return textsIn(DEFAULT_LANGUAGE, own);
}

type Value = string | number | Html;

/**
 * Returns a localized string as HTML. Values are escaped unless they are HTML. A value that is a function wraps the
 * text inside the tag of the same name.
 */
export function say(
  texts: Texts,
  key: TextKey,
  values: Readonly<Record<string, Value | ((inner: Html) => Html)>> = {},
): Html {
  const filled = Object.entries(values).map(
    ([name, value]): [string, Value | ((inner: readonly (string | Html)[]) => Html)] => [
      name,
      typeof value === 'function' ? (inner) => value(joined(inner)) : value,
    ],
  );
  return joined(texts.parts<Html>(key, Object.fromEntries(filled)));
}

function joined(parts: readonly (string | Html)[]): Html {
  return html`${parts.map((part) => (typeof part === 'string' ? html`${part}` : part))}`;
}

/** Returns the sender's name for use in text, or a phrase for a sender without a name. */
export function senderIn({ sender, texts }: PageTheme): Html {
  return sender === undefined ? say(texts, 'sender.unknown') : html`<bdi>${sender}</bdi>`;
}
