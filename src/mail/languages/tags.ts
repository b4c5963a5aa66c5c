import { nearest } from '../template/names.ts';
import { LANGUAGES, type Language } from './catalog.ts';

/** A language tag in canonical form, or the reason why a string is not a known language tag. */
type ParsedLanguage = { readonly tag: string } | { readonly fault: string };

/**
 * Parses a BCP 47 tag that consists of a language and, optionally, a script and a region, in any letter case. Returns
 * the tag in canonical form: `DE-at` becomes `de-AT`, and `deu` becomes `de`.
 */
export function parseLanguage(given: string): ParsedLanguage {
  const text = given.trim();
  const tag = canonical(text);
  if (tag !== undefined) return { tag };
  const meant = nearestLanguage(text);
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return {
    fault: `must be a language tag such as "de" or "pt-BR" (BCP 47). "${shown}" is not a known language.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
  };
}

/** Same as `parseLanguage`, but also rejects a language that no catalog serves. */
export function parsePageLanguage(given: string): ParsedLanguage {
  const parsed = parseLanguage(given);
  if ('fault' in parsed || catalogOf(parsed.tag) !== undefined) return parsed;
  return { fault: `must be a language that Postrider is translated into: ${LANGUAGES.join(', ')}.` };
}

/**
 * Returns the language whose catalog serves readers of a canonical tag, such as `de` for `de-AT`. Portuguese outside
 * Brazil is served by `pt-PT`. Returns undefined if no catalog serves the tag.
 */
export function catalogOf(tag: string | null | undefined): Language | undefined {
  if (tag === null || tag === undefined || tag === '') return undefined;
  const { language, region } = new Intl.Locale(tag).maximize();
  return bestLanguage(language === 'pt' && region !== 'BR' ? 'pt-PT' : tag, LANGUAGES);
}

/**
 * Returns the best of `available` for readers of a language: the same tag, the same region, the language without a
 * region, or the language in another region, always in the same script. All tags must be canonical. Returns undefined
 * if none fits.
 */
export function bestLanguage<Tag extends string>(tag: string | null, available: readonly Tag[]): Tag | undefined {
  if (tag === null || tag === '') return undefined;
  const wanted = new Intl.Locale(tag).maximize();
  const fitting = available.filter((one) => {
    const { language, script } = new Intl.Locale(one).maximize();
    return language === wanted.language && script === wanted.script;
  });
  return (
    fitting.find((one) => one === tag) ??
    fitting.find((one) => new Intl.Locale(one).region === wanted.region) ??
    fitting.find((one) => new Intl.Locale(one).region === undefined) ??
    fitting[0]
  );
}

/** A language that a visitor accepts, and the catalog that serves it. */
interface AcceptedLanguage {
  /** Canonical tag, such as `de-AT`. */
  readonly tag: string;
  readonly language: Language;
}

/** Maximum number of languages that are read from a header. */
const MAX_ACCEPTED = 20;

/**
 * Returns the language that the visitor prefers among those with a catalog, from an Accept-Language header (RFC 9110,
 * section 12.5.4). Returns undefined if the header is absent, or names none of them.
 */
export function acceptedLanguage(header: string | undefined): AcceptedLanguage | undefined {
  const given = (header ?? '').split(',', MAX_ACCEPTED).map((item, index) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
    return { range, quality: quality === undefined ? 1 : Number(quality), index };
  });
  const preferred = given
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.index - b.index);
  for (const { range } of preferred) {
    const tag = canonical(range);
    const language = catalogOf(tag);
    if (tag !== undefined && language !== undefined) return { tag, language };
  }
  return undefined;
}

/** Scripts that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT: ReadonlySet<string | undefined> = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']);

/** Returns the direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script) ? 'rtl' : 'ltr';
}

/** Returns the name of a language in that language, such as `Deutsch`, or in the language `shownIn`. */
export function languageName(tag: string, shownIn: string = tag): string {
  return new Intl.DisplayNames([shownIn], { type: 'language' }).of(tag) ?? tag;
}

const NAMES = {
  language: new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }),
  script: new Intl.DisplayNames(['en'], { type: 'script', fallback: 'none' }),
  region: new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }),
};

/**
 * Returns a tag in canonical form. Returns undefined if the tag has subtags other than a language, a script, and a
 * region, or if Unicode does not define one of its subtags.
 */
function canonical(text: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(text)) return undefined;
  const { language, region, script } = new Intl.Locale(text);
  const isKnown =
    NAMES.language.of(language) !== undefined &&
    (script === undefined || NAMES.script.of(script) !== undefined) &&
    (region === undefined || NAMES.region.of(region) !== undefined);
  return isKnown ? [language, script, region].filter((part) => part !== undefined).join('-') : undefined;
}

/**
 * Returns the tag that the author of an invalid tag probably meant: a corrected spelling, or the tag of a named
 * language.
 */
function nearestLanguage(text: string): string | undefined {
  const corrected = canonical(text.replaceAll('_', '-').replace(/[.@].*$/, ''));
  if (corrected !== undefined) return corrected;
  const tagOf = new Map<string, string>();
  for (const tag of LANGUAGES) {
    for (const name of [tag, languageName(tag, 'en'), languageName(tag)]) tagOf.set(name.toLowerCase(), tag);
  }
  const name = nearest(text.toLowerCase(), [...tagOf.keys()]);
  return name === undefined ? undefined : tagOf.get(name);
}
