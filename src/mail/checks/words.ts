import { fine, found, type Finding } from './finding.ts';

const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/**
 * Returns the blocked words and phrases that occur in the texts, as written in `words`. Ignores case, diacritics, and
 * punctuation. Pure.
 */
export function blockedWordsIn(texts: readonly string[], words: readonly string[]): string[] {
  const read = texts.map((text) => ` ${plain(text)} `);
  return words.filter((word) => {
    const wanted = plain(word);
    return wanted !== '' && read.some((text) => text.includes(` ${wanted} `));
  });
}

/** Checks the content for words that the installation blocks. */
export function judgeWords(texts: readonly string[], words: readonly string[]): Finding {
  const there = blockedWordsIn(texts, words);
  if (there.length === 0) return fine('blocked-words', 'The content has no blocked words.');
  const message = `The content has ${there.length === 1 ? 'a word' : `${there.length} words`} that this installation blocks.`;
  return found('blocked-words', 'error', message, {
    fix: 'Use other words, or ask the operator to allow them.',
    where: there,
  });
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(SEPARATORS, ' ')
    .trim();
}
