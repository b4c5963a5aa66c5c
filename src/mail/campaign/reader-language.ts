import { LANGUAGES, type Language } from '../languages/catalog.ts';
import { catalogOf } from '../languages/tags.ts';
import { textsIn, type OwnTexts, type Texts } from '../languages/texts.ts';

/**
 * Name of the recipient value that contains the language of the text that Postrider adds to the email. The value is
 * empty if the recipient's language is unknown or has no catalog.
 */
const READER_LANGUAGE = 'reader_language';

/** The default language, for recipients whose language is unknown, and the account's custom wording. */
export interface Wording {
  readonly language: Language;
  readonly texts?: OwnTexts | undefined;
}

/**
 * Returns Liquid that renders text in each recipient's language, or in the default language. `write` returns the Liquid
 * for one language.
 */
export function inReaderLanguage({ language: standard, texts: own }: Wording, write: (texts: Texts) => string): string {
  const cases = LANGUAGES.filter((language) => language !== standard).map(
    (language) => `{% when "${language}" %}${write(textsIn(language, own))}`,
  );
  const otherwise = write(textsIn(standard, own));
  return `{% case contact.${READER_LANGUAGE} %}${cases.join('')}{% else %}${otherwise}{% endcase %}`;
}

/** Recipient values that contain a label in the recipient's language, each with the label's key in the catalog. */
const LABELS = { unsubscribe_label: 'footer.unsubscribe', preferences_label: 'footer.preferences' } as const;
type Label = keyof typeof LABELS;

/** Names of the recipient values that depend only on the language of the recipient. */
export const READER_VALUES = [READER_LANGUAGE, ...(Object.keys(LABELS) as Label[])] as const;

/** Returns whether one of the names is a recipient value that contains a customizable label. */
export function hasLabels(names: readonly string[]): boolean {
  return Object.keys(LABELS).some((label) => names.includes(label));
}

/**
 * Returns the values that depend on a recipient's language, which is given as a BCP 47 tag. Returns an empty object if
 * the language is unknown or has no catalog. Pure.
 */
export function readerValues(
  tag: string | null,
  own?: OwnTexts,
): Partial<Record<(typeof READER_VALUES)[number], string>> {
  const language = catalogOf(tag);
  if (language === undefined) return {};
  const texts = textsIn(language, own);
  const labels = Object.entries(LABELS).map(([name, key]) => [name, texts.text(key)]);
  return { [READER_LANGUAGE]: language, ...Object.fromEntries(labels) };
}

/** Returns a Liquid output that renders a label in each recipient's language, or in the default language. */
export function labelForReaders(name: Label, { language, texts }: Wording): string {
  return `{{ contact.${name} | default: "${textsIn(language, texts).text(LABELS[name])}" }}`;
}

/**
 * Returns a Liquid output that renders a language tag: the language of the text that Postrider adds to a recipient's
 * email.
 */
export function readerLanguage(defaultLanguage: Language): string {
  return `{{ contact.${READER_LANGUAGE} | default: "${defaultLanguage}" }}`;
}
