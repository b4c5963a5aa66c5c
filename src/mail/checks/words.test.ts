import { describe, expect, it } from 'vitest';
import { blockedWordsIn, judgeWords } from './words.ts';

describe('blocked words', () => {
  it.each([
    ['regardless of case', ['CASINO!'], ['casino'], ['casino']],
    ['regardless of diacritics', ['Casìno'], ['casino'], ['casino']],
    ['as phrases across punctuation and line breaks', ['easy-\nmoney'], ['Easy money'], ['Easy money']],
    ['in any of the texts', ['Hello', 'a casino'], ['casino', 'other'], ['casino']],
    ['but not within other words', ['casinos'], ['casino'], []],
    ['but not if the blocked word is empty', ['a'], [' ', '!'], []],
  ])('are found %s', (_what, texts, words, expected) => {
    expect(blockedWordsIn(texts, words)).toEqual(expected);
  });

  it('are reported by name as an error', () => {
    expect(judgeWords(['casino'], ['casino'])).toMatchObject({
      id: 'blocked-words',
      level: 'error',
      where: ['casino'],
    });
    expect(judgeWords(['tea'], ['casino']).level).toBe('ok');
  });
});
