import { fine, found, type Finding } from './finding.ts';

/** What is not a letter or digit separates words; of letters, the marks on them and their case do not count. */
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/** The words, or phrases, that occur in one of the texts, as they were given. Pure. */
export function blockedWordsIn(texts: readonly string[], words: readonly string[]): string[] {
  const read = texts.map((text) => ` ${plain(text)} `);
  return words.filter((word) => {
    const wanted = plain(word);
    return wanted !== '' && read.some((text) => text.includes(` ${wanted} `));
  });
}

/** Whether a campaign holds words that the installation does not send. */
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
