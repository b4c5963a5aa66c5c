import { describe, expect, it } from 'vitest';
import { arrayIn } from './cell-arrays.ts';
import { namesIn } from './names.ts';

describe('arrayIn', () => {
  it.each<[cell: string, names: string[] | undefined]>([
    ['["VIP","Blog, two"]', ['VIP', 'Blog, two']],
    ['[1, "a", null]', ['1', 'a']],
    ['[{"id":1,"name":"VIP"}]', ['VIP']],
    ['[]', []],
    ['{VIP,Blog}', ['VIP', 'Blog']],
    ['{"Blog, two",NULL,"say \\"hi\\"" , x y}', ['Blog, two', 'say "hi"', 'x y']],
    ['{}', []],
    ['[VIP]', undefined],
    ['[{"id":1}]', undefined],
    ['{"a": 1}', undefined],
    ['VIP, Blog', undefined],
  ])('%j is parsed as an array or rejected', (cell, names) => {
    expect(arrayIn(cell)).toEqual(names);
  });

  it('parses tags in all supported forms', () => {
    const cells = ['["VIP","Blog"]', '{VIP,Blog}', '{VIP,Blog,vip}', 'VIP; Blog', '"VIP","Blog"', 'VIP|Blog'];
    for (const cell of cells) expect(namesIn(cell)).toEqual(['VIP', 'Blog']);
  });
});
