import type { Choice } from './components/choice.ts';
import { languageName } from './words.ts';

/** Languages in which public pages and emails are available. */
const LANGUAGES = 'en de fr es pt-BR pt-PT it nl pl sv cs tr ja zh-Hans ar'.split(' ');

/** Other languages in which campaigns are often written. */
const OTHERS = 'bg ca da el et fi he hi hr hu id ko lt lv nb ro ru sk sl sr th uk vi zh-Hant'.split(' ');

/** Returns the languages in which campaigns can be written as choices, in the order of their names. */
export function contentLanguages(): readonly Choice[] {
  return [...LANGUAGES, ...OTHERS]
    .map((tag) => ({ value: tag, label: languageName(tag) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

/** Returns the languages as choices, together with the current value, which can be a regional variant. */
export function languageChoices(current?: string): readonly Choice[] {
  const tags = new Set([...LANGUAGES, ...(current === undefined ? [] : [current])]);
  return [...tags].map((tag) => ({ value: tag, label: languageName(tag) }));
}
