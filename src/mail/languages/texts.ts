import { IntlMessageFormat } from 'intl-messageformat';
import {
  CATALOGS,
  DEFAULT_LANGUAGE,
  ENGLISH,
  LANGUAGES,
  type Catalog,
  type Language,
  type TextKey,
} from './catalog.ts';
import { directionOf } from './tags.ts';

/** An account's own strings, by language and key. They replace Postrider's strings. */
export type OwnTexts = Readonly<Partial<Record<Language, Readonly<Partial<Record<TextKey, string>>>>>>;

type Values<Part> = Readonly<Record<string, string | number | Part | ((inner: readonly (string | Part)[]) => Part)>>;

/** Postrider's localized strings in one language. */
export interface Texts {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** Returns a localized string with its values filled in. */
  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /**
   * Returns a localized string as a list of its parts. Values can also be objects, such as markup. For a tag in the
   * string, as in `<link>again</link>`, the value is a function that receives the parts inside the tag.
   */
  parts<Part extends object>(key: TextKey, values: Values<Part>): readonly (string | Part)[];
}

const TEXTS = new Map(LANGUAGES.map((language) => [language, createTexts(language)]));

/**
 * Returns the localized strings of a language. Strings that the language lacks are in English. Strings in `own` replace
 * Postrider's strings.
 */
export function textsIn(language: Language, own?: OwnTexts | null): Texts {
  const replaced = own?.[language];
  const texts = TEXTS.get(language) ?? createTexts(language);
  if (replaced === undefined) return texts;
  const mine = createTexts(language, replaced);
  const of = (key: TextKey): Texts => (replaced[key] === undefined ? texts : mine);
  return {
    ...texts,
    text: (key, values) => of(key).text(key, values),
    parts: (key, values) => of(key).parts(key, values),
  };
}

function createTexts(language: Language, catalog: Catalog['pages'] = CATALOGS.get(language)?.pages ?? {}): Texts {
  const formats = new Map<TextKey, IntlMessageFormat>();
  const formatOf = (key: TextKey): IntlMessageFormat => {
    let format = formats.get(key);
    if (!format) {
      const own = catalog[key];
      format =
        own === undefined
          ? new IntlMessageFormat(ENGLISH.pages[key], DEFAULT_LANGUAGE)
          : new IntlMessageFormat(own, language);
      formats.set(key, format);
    }
    return format;
  };
  return {
    language,
    direction: directionOf(language),
    // If all values are strings, the result is a string too.
    text: (key, values) => String(formatOf(key).format(values)),
    parts<Part extends object>(key: TextKey, values: Values<Part>) {
      const parts = formatOf(key).format<Part>(values);
      return Array.isArray(parts) ? parts : [parts];
    },
  };
}
