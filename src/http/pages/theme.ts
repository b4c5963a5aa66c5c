import { acceptedLanguage, catalogOf, DEFAULT_LANGUAGE } from '../../mail/languages/tags.ts';
import type { TextKey } from '../../mail/languages/catalog.ts';
import { contrastOf, READABLE_CONTRAST } from '../../mail/contrast.ts';
import { textsIn, type OwnTexts, type Texts } from '../../mail/languages/texts.ts';
import { html, type Html } from '../html.ts';

/** Language and appearance of a public page. */
export interface PageTheme {
  /** Public name of the account. Undefined if the account has none, or if the page must not name an account. */
  readonly sender: string | undefined;
  readonly texts: Texts;
  /** Accent color of the account as #rrggbb. Undefined or empty for the default colors. */
  readonly accent?: string | null | undefined;
  /** The account's own strings, for showing the page in another language. */
  readonly ownTexts?: OwnTexts | null | undefined;
}

/** Returns the appearance of a page that must not name an account, in the visitor's preferred language. */
export function themeForVisitor(acceptLanguage: string | undefined): PageTheme {
  return { sender: undefined, texts: textsIn(acceptedLanguage(acceptLanguage)?.language ?? DEFAULT_LANGUAGE) };
}

/** Backgrounds of links on public pages, in light and dark mode. `http/html.ts` defines the colors. */
const BACKGROUNDS = { light: '#f6f1e5', dark: '#1a2438' };
/** Colors of the text on buttons, in light and dark mode. */
const ON_ACCENT = { light: '#fff', dark: '#0d1526' };

/** Returns CSS that replaces the product's colors with the accent color of an account, in readable shades. */
export function accentStyle({ accent }: PageTheme): string {
  if (accent === undefined || accent === null || accent === '') return '';
  const rootOf = (mode: 'light' | 'dark'): string => {
    const shade = readableShade(accent, BACKGROUNDS[mode], mode === 'light' ? 0 : 255);
    return `:root{--accent:${shade};--on:${ON_ACCENT[mode]};--seal:${shade}}`;
  };
  return `${rootOf('light')}@media(prefers-color-scheme:dark){${rootOf('dark')}}`;
}

/** Number of steps from a color to black or white in the search for a readable shade. */
const SHADES = 16;

/** Mixes a color with black (0) or white (255) and returns the closest shade that is readable on a background. */
function readableShade(color: string, background: string, mixedWith: 0 | 255): string {
  const shades = Array.from({ length: SHADES + 1 }, (_, step) => {
    const parts = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16);
      return Math.round(part + ((mixedWith - part) * step) / SHADES);
    });
    return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  });
  return shades.find((shade) => contrastOf(shade, background) >= READABLE_CONTRAST) ?? color;
}

/**
 * Returns the localized strings of the first language that has a catalog, or in English. `tags` are canonical. `own`
 * contains the account's own strings, which replace the product's strings.
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
