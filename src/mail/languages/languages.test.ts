import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { CATALOGS, ENGLISH, LANGUAGES, type TextKey } from './catalog.ts';
import {
  acceptedLanguage,
  bestLanguage,
  catalogOf,
  directionOf,
  languageName,
  parseLanguage,
  parsePageLanguage,
} from './tags.ts';
import { textsIn } from './texts.ts';
import { languageOf } from '../../../test/support/language.ts';

const KEYS = Object.keys(ENGLISH.pages) as TextKey[];

describe('language tags', () => {
  it.each([
    ['DE', 'de'],
    ['de-at', 'de-AT'],
    ['deu', 'de'],
    ['ZH-hans-cn', 'zh-Hans-CN'],
    [' pt-br ', 'pt-BR'],
    ['es-419', 'es-419'],
    ['fi', 'fi'],
  ])('%s is read as %s', (given, tag) => {
    expect(parseLanguage(given)).toEqual({ tag });
  });

  it.each([
    ['german', 'de'],
    ['Deutsch', 'de'],
    ['de_AT', 'de-AT'],
    ['pt_BR.UTF-8', 'pt-BR'],
    ['portugues (brasil)', 'pt-BR'],
    ['zh-hant-xq', undefined],
    ['xx', undefined],
    ['', undefined],
    ['de-u-co-phonebk', undefined],
    ['klingonisch', undefined],
  ])('%s is refused by name, with the nearest known tag %s', (given, meant) => {
    const parsed = parseLanguage(given);
    expect(parsed).toEqual({ fault: expect.stringContaining(`"${given}" is not a known language.`) });
    const advice = /Did you mean "([^"]+)"/.exec('fault' in parsed ? parsed.fault : '')?.[1];
    expect(advice).toBe(meant);
  });

  it('shortens a very long value in the message', () => {
    const parsed = parseLanguage('x'.repeat(5_000));
    expect('fault' in parsed && parsed.fault.length).toBeLessThan(200);
  });

  it('refuses a language without texts as the language of pages', () => {
    expect(parsePageLanguage('fi')).toEqual({ fault: expect.stringContaining('ar, cs, de') });
    expect(parsePageLanguage('de-CH')).toEqual({ tag: 'de-CH' });
  });

  it.each([
    ['de-AT', 'de'],
    ['de', 'de'],
    ['en-GB', 'en'],
    ['pt', 'pt-BR'],
    ['pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW', undefined],
    ['zh-Hant', undefined],
    ['ar-EG', 'ar'],
    ['es-419', 'es'],
    ['fi', undefined],
    [null, undefined],
    ['', undefined],
  ])('readers of %s read the texts in %s', (tag, language) => {
    expect(catalogOf(tag)).toBe(language);
  });

  it.each([
    ['de', ['en', 'de-AT', 'de'], 'de'],
    ['de-AT', ['de-DE', 'de'], 'de'],
    ['de', ['de-AT', 'de-DE'], 'de-DE'],
    ['de-CH', ['en', 'de-AT'], 'de-AT'],
    ['pt', ['pt-PT', 'pt-BR'], 'pt-BR'],
    ['zh-CN', ['zh-Hant', 'zh-Hans'], 'zh-Hans'],
    ['zh-TW', ['zh', 'zh-CN'], undefined],
    ['fi', ['sv', 'en'], undefined],
    [null, ['de'], undefined],
    ['', ['de'], undefined],
  ])('readers of %s get the best of %j, which is %s', (tag, available, best) => {
    expect(bestLanguage(tag, available)).toBe(best);
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de-AT', 'de'],
    ['fi-FI, fi;q=0.9, sv;q=0.5, en;q=0.4', 'sv', 'sv'],
    ['en;q=0.2, ja;q=0.9', 'ja', 'ja'],
    ['fr;q=0, it', 'it', 'it'],
    ['zh-TW,zh;q=0.9', 'zh', 'zh-Hans'],
  ])('of "%s", %s is preferred', (header, tag, language) => {
    expect(acceptedLanguage(header)).toEqual({ tag, language });
  });

  it.each([undefined, '', '*', 'fi', 'xx-yy', ';;;,,,', 'de;q=0', 'de;q=x', `${'a,'.repeat(5_000)}de`])(
    'no language is preferred of %s',
    (header) => {
      expect(acceptedLanguage(header)).toBeUndefined();
    },
  );

  it('names each language in its own words', () => {
    expect(['de', 'ja', 'ar', 'zh-Hans'].map((tag) => languageName(tag))).toEqual([
      'Deutsch',
      '日本語',
      'العربية',
      '简体中文',
    ]);
    expect(LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
  });
});

describe.each(LANGUAGES)('the catalog of %s', (language) => {
  const catalog = { ...ENGLISH.pages, ...CATALOGS.get(language)?.pages };

  it('has exactly the keys of the English catalog', () => {
    expect(Object.keys(CATALOGS.get(language)?.pages ?? {}).toSorted()).toEqual([...KEYS].toSorted());
  });

  it('uses the same values and tags as the English catalog', () => {
    for (const key of KEYS) expect([key, ...valuesOf(catalog[key])]).toEqual([key, ...valuesOf(ENGLISH.pages[key])]);
  });

  it('has every plural form of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // All numbers are small and whole, so languages that use the form `many` only for millions or fractions do not need
    // it.
    const needed = pluralCategories.filter((form) => form !== 'many' || ['ar', 'pl', 'cs'].includes(language));
    for (const key of KEYS) {
      const forms = pluralsOf(catalog[key]);
      if (forms) expect([key, needed.filter((form) => !forms.includes(form))]).toEqual([key, []]);
    }
  });

  it('contains no straight quotes, which would need escaping in ICU messages and in Liquid', () => {
    expect(KEYS.filter((key) => /['"]/.test(catalog[key]))).toEqual([]);
  });

  it('differs from English', () => {
    const same = KEYS.filter((key) => catalog[key] === ENGLISH.pages[key]);
    if (language !== 'en') expect(same.length).toBeLessThan(6);
  });
});

describe('texts', () => {
  it('uses the plural forms of the language', () => {
    const text = (max: number) => textsIn(languageOf('pl')).text('form.error.text', { label: 'Miasto', max });
    expect([1, 3, 5, 1_000].map((max) => /najwyżej (.*)\./.exec(text(max))?.[1]?.replaceAll(' ', ' '))).toEqual([
      '1 znak',
      '3 znaki',
      '5 znaków',
      '1000 znaków',
    ]);
  });

  it('returns the parts of a text around values that are not text', () => {
    const link = (inner: readonly unknown[]) => ({ inner });
    expect(textsIn(languageOf('de')).parts('check.again', { link })).toEqual([
      expect.stringMatching(/^Falls Sie .* oder $/),
      { inner: ['melden Sie sich noch einmal an'] },
      '.',
    ]);
  });
});

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** Types of elements in the syntax tree of a message. */
const [LITERAL, PLURAL, POUND, TAG] = [0, 6, 7, 8] as const;

function isOf(element: Element, ...types: readonly number[]): boolean {
  return types.includes(element.type);
}

function parse(message: string): Element[] {
  return new IntlMessageFormat(message, 'en').getAst();
}

/** Returns the names of the values and tags in a message. */
function valuesOf(message: string): string[] {
  const names = (elements: readonly Element[]): string[] =>
    elements.flatMap((element) => {
      if (isOf(element, LITERAL, POUND) || !('value' in element)) return [];
      if (!isOf(element, TAG) || !('children' in element)) return [element.value];
      return [`<${element.value}>`, ...names(element.children)];
    });
  return names(parse(message)).toSorted();
}

/** Returns the plural forms in a message, or undefined if the message has none. */
function pluralsOf(message: string): string[] | undefined {
  const plural = parse(message).find((element) => isOf(element, PLURAL));
  return plural && 'options' in plural ? Object.keys(plural.options) : undefined;
}
