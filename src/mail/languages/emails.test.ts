import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { CATALOGS, DEFAULT_LANGUAGE, ENGLISH, LANGUAGES, type MailKey, type MailName } from './catalog.ts';
import { writeMail } from './emails.ts';

// Safe cast: these are the object's own keys.
const KEYS = Object.keys(ENGLISH.emails) as MailKey[];
// Safe cast: the names of emails are derived from these keys.
const NAMES = KEYS.flatMap((key) => /^mail\.(.*)\.subject$/.exec(key)?.[1] ?? []) as MailName[];

interface Element {
  readonly type: number;
  readonly value: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
}

/** Types of elements in the syntax tree of a message. */
const [LITERAL, SELECT, PLURAL, POUND] = [0, 5, 6, 7];

function parse(message: string): Element[] {
  // Safe cast: the test reads only these properties of the elements.
  return new IntlMessageFormat(message, 'en').getAst() as unknown as Element[];
}

/** Returns all elements of a message, with those inside selects and plural forms. */
function elementsOf(elements: readonly Element[]): Element[] {
  return elements.flatMap((element) => [
    element,
    ...Object.values(element.options ?? {}).flatMap(({ value }) => elementsOf(value)),
  ]);
}

function namesOf(message: string): string[] {
  const named = elementsOf(parse(message)).filter(({ type }) => type !== LITERAL && type !== POUND);
  return [...new Set(named.map(({ value }) => value))].toSorted();
}

function optionsOf(message: string, kind: number | undefined): Record<string, string[]> {
  const found = elementsOf(parse(message)).filter(({ type }) => type === kind);
  return Object.fromEntries(found.map(({ options, value }) => [value, Object.keys(options ?? {}).toSorted()]));
}

describe.each(LANGUAGES)('emails in %s', (language) => {
  const catalog = { ...ENGLISH.emails, ...CATALOGS.get(language)?.emails };

  it('have the values and choices of the English emails', () => {
    expect(Object.keys(CATALOGS.get(language)?.emails ?? {})).toEqual(KEYS);
    for (const key of KEYS) {
      expect([key, namesOf(catalog[key])]).toEqual([key, namesOf(ENGLISH.emails[key])]);
      expect([key, optionsOf(catalog[key], SELECT)]).toEqual([key, optionsOf(ENGLISH.emails[key], SELECT)]);
    }
  });

  it('have every plural form of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // Languages that use the form `many` only for millions or fractions do not need it.
    const needed = pluralCategories.filter((form) => form !== 'many' || ['ar', 'pl', 'cs'].includes(language));
    for (const key of KEYS) {
      for (const [name, forms] of Object.entries(optionsOf(catalog[key], PLURAL))) {
        expect([key, name, needed.filter((form) => !forms.includes(form))]).toEqual([key, name, []]);
      }
    }
  });

  it('contain the values that the product fills in, and no line that is the same as in English', () => {
    const names = KEYS.filter((key) => key.startsWith('mail.')).flatMap((key) => namesOf(ENGLISH.emails[key]));
    const numbers = { sessions: 3, tokens: 1, grants: 2, count: 3, failures: 3, findings: 2 };
    const given = { ...Object.fromEntries(names.map((name) => [name, `«${name}»`])), ...numbers };
    for (const name of NAMES) {
      const { subject, text } = writeMail(language, name, given);
      expect(subject).not.toMatch(/[{}\n]/);
      expect(text).not.toMatch(/[{}]/);
      const english = writeMail(DEFAULT_LANGUAGE, name, given);
      const lines = new Set(
        `${english.subject}\n${english.text}`.split('\n').filter((line) => /[a-z] [a-z]/i.test(line)),
      );
      const same = `${subject}\n${text}`.split('\n').filter((line) => lines.has(line));
      if (language !== 'en') expect([name, same]).toEqual([name, []]);
    }
  });

  it('differ from the English emails in every part', () => {
    if (language !== 'en') expect(KEYS.filter((key) => catalog[key] === ENGLISH.emails[key])).toEqual([]);
  });

  it('contain no straight apostrophes, which escape text in ICU messages', () => {
    expect(KEYS.filter((key) => catalog[key].includes("'"))).toEqual([]);
  });
});
