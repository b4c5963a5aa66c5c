import { IntlMessageFormat } from 'intl-messageformat';
import { ar } from './ar.ts';
import type { Catalog, TextKey } from './catalog.ts';
import { cs } from './cs.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { ptBr } from './pt-br.ts';
import { ptPt } from './pt-pt.ts';
import { sv } from './sv.ts';
import { DEFAULT_LANGUAGE, directionOf, LANGUAGES, type Language } from './tags.ts';
import { tr } from './tr.ts';
import { zhHans } from './zh-hans.ts';

/** The message catalogs of all languages. */
export const CATALOGS: Readonly<Record<Language, Catalog>> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBr,
  'pt-PT': ptPt,
  it,
  nl,
  pl,
  sv,
  cs,
  tr,
  ja,
  'zh-Hans': zhHans,
  ar,
};

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

function createTexts(language: Language, catalog: Partial<Catalog> = CATALOGS[language]): Texts {
  const formats = new Map<TextKey, IntlMessageFormat>();
  const formatOf = (key: TextKey): IntlMessageFormat => {
    let format = formats.get(key);
    if (!format) {
      const own = catalog[key];
      format =
        own === undefined ? new IntlMessageFormat(en[key], DEFAULT_LANGUAGE) : new IntlMessageFormat(own, language);
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

/** Returns whether a string is the tag of a language with a catalog. */
export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}
