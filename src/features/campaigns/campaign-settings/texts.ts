import type { Fail } from '../../../http/resource/input.ts';
import { nearest } from '../../../mail/template/names.ts';
import type { SocialLinks } from '../../../mail/design/schema.ts';
import { type Language, LANGUAGES, type TextKey } from '../../../mail/languages/catalog.ts';
import { faultOfText, isOwnKey, OWN_KEYS } from '../../../mail/languages/own-texts.ts';
import { catalogOf, parseLanguage } from '../../../mail/languages/tags.ts';
import type { OwnTexts } from '../../../mail/languages/texts.ts';
import type { CampaignSettings } from './queries.ts';

/** Changes to the custom strings of an account, by language and key. Null restores the default string. */
export type TextsChange = Readonly<Partial<Record<Language, Readonly<Partial<Record<TextKey, string | null>>>>>>;

/** Changes to the settings of an account. Absent settings stay unchanged. */
export type SettingsChange = Partial<Omit<CampaignSettings, 'texts' | 'social_links'>> & {
  readonly texts?: TextsChange;
  readonly social_links?: LinksChange;
};

/** Changes to the social links, by network. Null removes the link. */
export type LinksChange = Readonly<Partial<Record<keyof SocialLinks, string | null>>>;

type Given = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Parses the custom strings in a request. Reports each invalid language, key, or string by name. */
export function textsOf(given: Given, fail: Fail): TextsChange {
  const languages = Object.entries(given).map(([tag, texts]) => {
    const language = languageOf(tag, fail);
    return language === undefined ? [] : [language, ofLanguage(language, `texts.${tag}`, texts, fail)];
  });
  return Object.fromEntries(languages.filter((entry) => entry.length > 0));
}

/**
 * Returns the supported language for a language tag. Calls `fail` and returns undefined for other languages, and for
 * regional variants, which have no strings of their own.
 */
function languageOf(tag: string, fail: Fail): Language | undefined {
  const parsed = parseLanguage(tag);
  const field = `texts.${tag.slice(0, 40)}`;
  if ('fault' in parsed) {
    fail(field, parsed.fault);
    return undefined;
  }
  const language = catalogOf(parsed.tag);
  if (language === parsed.tag) return language;
  const fix = language === undefined ? `one of ${LANGUAGES.join(', ')}` : `"${language}"`;
  fail(field, `must be a supported language. Use ${fix}.`);
  return undefined;
}

function ofLanguage(
  language: Language,
  field: string,
  given: Given[string],
  fail: Fail,
): Readonly<Record<string, string | null>> {
  const texts = Object.entries(given).map(([key, text]): [string, string | null] => {
    const path = `${field}.${key.slice(0, 60)}`;
    if (!isOwnKey(key)) {
      const meant = nearest(key, OWN_KEYS);
      fail(path, `is not the key of a text.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`);
      return [key, null];
    }
    const trimmed = text?.trim() ?? '';
    const fault = trimmed === '' ? undefined : faultOfText(key, language, trimmed);
    if (fault !== undefined) fail(path, fault);
    return [key, trimmed === '' ? null : trimmed];
  });
  return Object.fromEntries(texts);
}

/** Returns the custom strings of an account after a change. Pure. */
export function changedTexts(before: OwnTexts, change: TextsChange): OwnTexts {
  const after = LANGUAGES.map((language): [Language, Readonly<Partial<Record<string, string>>>] => {
    const texts = Object.entries({ ...before[language], ...change[language] });
    return [language, Object.fromEntries(texts.flatMap(([key, text]) => (text === null ? [] : [[key, text]])))];
  });
  return Object.fromEntries(after.filter(([, texts]) => Object.keys(texts).length > 0));
}
