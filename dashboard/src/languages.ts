import type { Choice } from './components/choice.ts';
import { languageName } from './words.ts';

/** Languages in which public pages and emails are available. */
const LANGUAGES = 'en de fr es pt-BR pt-PT it nl pl sv cs tr ja zh-Hans ar'.split(' ');

/** Returns the languages as choices, together with the current value, which can be a regional variant. */
export function languageChoices(current?: string): readonly Choice[] {
  const tags = new Set([...LANGUAGES, ...(current === undefined ? [] : [current])]);
  return [...tags].map((tag) => ({ value: tag, label: languageName(tag) }));
}
