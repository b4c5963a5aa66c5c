import { describe, expect, it } from 'vitest';
import { blockedWordsIn, judgeWords } from './words.ts';

describe('words that an installation does not send', () => {
  it.each([
    ['whatever their case', ['CASINO!'], ['casino'], ['casino']],
    ['whatever the marks on their letters', ['Casìno'], ['casino'], ['casino']],
    ['as phrases over punctuation and lines', ['easy-\nmoney'], ['Easy money'], ['Easy money']],
    ['in any of the texts', ['Hello', 'a casino'], ['casino', 'other'], ['casino']],
    ['not within other words', ['casinos'], ['casino'], []],
    ['and an empty one nowhere', ['a'], [' ', '!'], []],
  ])('are found %s', (_what, texts, words, expected) => {
    expect(blockedWordsIn(texts, words)).toEqual(expected);
  });

  it('are an error that names them', () => {
    expect(judgeWords(['casino'], ['casino'])).toMatchObject({
      id: 'blocked-words',
      level: 'error',
      where: ['casino'],
    });
    expect(judgeWords(['tea'], ['casino']).level).toBe('ok');
  });
});
