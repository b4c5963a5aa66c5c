import { catalogOf, LANGUAGES, type Language } from '../languages/tags.ts';
import { textsIn, type Texts } from '../languages/texts.ts';

/**
 * Name of the recipient value that contains the language of the catalog that serves the recipient. Empty if the
 * recipient's language is unknown or has no catalog.
 */
const READER_LANGUAGE = 'reader_language';

/**
 * Returns Liquid that renders text in each recipient's language, or in the default language. `write` returns the Liquid
 * for one language.
 */
export function inReaderLanguage(defaultLanguage: Language, write: (texts: Texts) => string): string {
  const cases = LANGUAGES.filter((language) => language !== defaultLanguage).map(
    (language) => `{% when "${language}" %}${write(textsIn(language))}`,
  );
  const otherwise = write(textsIn(defaultLanguage));
  return `{% case contact.${READER_LANGUAGE} %}${cases.join('')}{% else %}${otherwise}{% endcase %}`;
}

/** Recipient values that contain text in the language of the recipient, with the keys of the text in the catalog. */
const LABELS = { unsubscribe_label: 'footer.unsubscribe', preferences_label: 'footer.preferences' } as const;
type Label = keyof typeof LABELS;

/** Names of the recipient values that depend only on the language of the recipient. */
export const READER_VALUES = [READER_LANGUAGE, ...(Object.keys(LABELS) as Label[])] as const;

/** Returns the values that depend on a recipient's language, which is given as a BCP 47 tag. Pure. */
export function readerValues(tag: string | null): Partial<Record<(typeof READER_VALUES)[number], string>> {
  const language = catalogOf(tag);
  if (language === undefined) return {};
  const texts = textsIn(language);
  const labels = Object.entries(LABELS).map(([name, key]) => [name, texts.text(key)]);
  return { [READER_LANGUAGE]: language, ...Object.fromEntries(labels) };
}

/** Returns Liquid for a label in the language of each recipient, or in the default language. */
export function labelForReaders(name: Label, defaultLanguage: Language): string {
  return `{{ contact.${name} | default: "${textsIn(defaultLanguage).text(LABELS[name])}" }}`;
}

/** Returns Liquid for the tag of the language in which a recipient reads the product's own text. */
export function readerLanguage(defaultLanguage: Language): string {
  return `{{ contact.${READER_LANGUAGE} | default: "${defaultLanguage}" }}`;
}
