import { IntlMessageFormat } from 'intl-messageformat';
import { CATALOGS, DEFAULT_LANGUAGE, ENGLISH, type Language, type MailKey, type MailName } from './catalog.ts';

declare const written: unique symbol;

/** An email in the language of its reader. Only `writeMail` creates such emails. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly [written]: true;
}

/** An email from this installation to a user of an account. */
export interface UserMail {
  readonly accountId: number;
  readonly to: string;
  /** Writes the email in the language of its recipient. */
  readonly write: (language: Language) => WrittenMail;
}

/**
 * Returns the subject and the text of an email in a language, with its values filled in. Strings that the language
 * lacks are in English. Pure.
 */
export function writeMail(
  language: Language,
  name: MailName,
  values: Readonly<Record<string, string | number>>,
): WrittenMail {
  const mail = {
    subject: writePhrase(language, `mail.${name}.subject`, values),
    text: `${writePhrase(language, `mail.${name}.text`, values)}\n`,
  };
  // Safe cast: the symbol exists only in types.
  return mail as WrittenMail;
}

/**
 * Returns a part of an email in a language, or in English if the language lacks it, with its values filled in. Pure.
 */
export function writePhrase(
  language: Language,
  key: MailKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const own = CATALOGS.get(language)?.emails[key];
  const format = new IntlMessageFormat(own ?? ENGLISH.emails[key], own === undefined ? DEFAULT_LANGUAGE : language);
  // If all values are strings or numbers, the result is a string too.
  return String(format.format(values));
}

/** Formats a number in a language, with at most two decimals. */
export function numberIn(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
}

/** Formats a time as `2026-11-21 08:15`, in UTC. */
export function shownTime(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}

/** Indents quoted text, so that readers cannot mistake it for the rest of the email. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Replaces each run of white space, including line breaks, with a space. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
