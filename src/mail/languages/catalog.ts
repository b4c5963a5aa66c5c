import { readdirSync, readFileSync } from 'node:fs';
import type english from './catalogs/en.json';

type English = typeof english;

/** Key of a string in public pages, confirmation emails, or footers. */
export type TextKey = keyof English['pages'];

/** Key of a subject, a text, or a part of a text in an email to a user of the dashboard. */
export type MailKey = keyof English['emails'];

type NameOf<Key> = Key extends `mail.${infer Name}.subject` ? Name : never;

/** Name of an email to a user of the dashboard. */
export type MailName = NameOf<MailKey>;

/** The strings of a language, in ICU MessageFormat. The English strings replace those that are missing. */
export interface Catalog {
  readonly pages: Readonly<Partial<Record<TextKey, string>>>;
  readonly emails: Readonly<Partial<Record<MailKey, string>>>;
}

declare const listed: unique symbol;

/** A language that has a catalog, as a BCP 47 tag in canonical form. */
export type Language = string & { readonly [listed]: true };

const FOLDER = new URL('catalogs/', import.meta.url);

/** The catalogs by language. The file `catalogs/de.json` is the catalog of `de`. */
export const CATALOGS: ReadonlyMap<Language, Catalog> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => [
      // Safe casts: the names and contents of these files define both types.
      file.slice(0, -'.json'.length) as Language,
      JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Catalog,
    ]),
);

/** All languages that have a catalog. */
export const LANGUAGES: readonly Language[] = [...CATALOGS.keys()];

/** The default language, and the language of strings that are missing from a catalog. */
// Safe cast: `catalogs/en.json` exists.
export const DEFAULT_LANGUAGE = 'en' as Language;

// Safe cast: this catalog defines the keys.
export const ENGLISH = CATALOGS.get(DEFAULT_LANGUAGE) as English;

/** Returns whether a string is the tag of a language with a catalog. */
export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}
