import { randomText } from '../../../base/crypto.ts';

const RANDOM_CHARACTERS = 6;
const MAX_WORDS_CHARACTERS = 40;
/** Letters of the west that are not an ASCII letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th' };

/** The words of a title as they stand in an address, with an end that no other page has. */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[ßæœøđłþ]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_WORDS_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '');
  return [words, randomText(RANDOM_CHARACTERS).toLowerCase()].filter((part) => part !== '').join('-');
}
