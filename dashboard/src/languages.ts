import type { Choice } from './components/choice.ts';
import { PAGE_LANGUAGES } from './page-languages.ts';
import { languageName } from './words.ts';

/**
 * Languages in which contacts often read and campaigns are often written, in addition to the languages of public pages.
 */
const OTHERS = 'bg ca da el et fi he hi hr hu id ko lt lv nb ro ru sk sl sr th uk vi zh-Hant'.split(' ');

/**
 * Returns the languages of public pages and emails as choices. Includes the current value, because it can be a regional
 * variant.
 */
export function pageLanguages(current?: string): readonly Choice[] {
  return choicesOf([...PAGE_LANGUAGES, ...(current === undefined ? [] : [current])]);
}

/** Returns the languages of contacts as choices, including the current value. */
export function contactLanguages(current?: string): readonly Choice[] {
  return choicesOf([...PAGE_LANGUAGES, ...OTHERS, ...(current === undefined ? [] : [current])]);
}

function choicesOf(tags: readonly string[]): Choice[] {
  const choices = [...new Set(tags)].map((tag) => ({ value: tag, label: languageName(tag) }));
  return choices.toSorted((a, b) => a.label.localeCompare(b.label));
}
