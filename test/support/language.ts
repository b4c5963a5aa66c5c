import { isLanguage, type Language } from '../../src/mail/languages/catalog.ts';

/** Returns a tag as a language. Throws if no catalog has this tag. */
export function languageOf(tag: string): Language {
  if (!isLanguage(tag)) throw new Error(`There is no catalog for ${tag}`);
  return tag;
}
