import { describe, expect, it } from 'vitest';
import { areAddresses, delimiterNamed, shapeOf, titlesIn } from './layout.ts';

describe('the delimiter', () => {
  it.each<[what: string, text: string, delimiter: string, width: number]>([
    ['commas', 'email,name\na@x.example,Ann\n', ',', 2],
    ['semicolons', 'email;name\na@x.example;Berg, Ann\n', ';', 2],
    ['tabs', 'email\tname\tnote\na@x.example\tAnn\ta,b,c\n', '\t', 3],
    ['vertical bars', 'email|name\na@x.example|Ann\n', '|', 2],
    ['semicolons and decimal commas', 'email;a;b\nx@x.example;1,5;2,5\ny@x.example;1,5;2,5\n', ';', 3],
    ['tags separated by vertical bars in every row', 'a@x.example,VIP|Blog|News\nb@x.example,VIP|Blog|News\n', ',', 2],
    ['all cells in quotation marks', '"email";"Name, whole"\n"a@x.example";"Berg, Ann"\n', ';', 2],
    [
      'titles without the delimiter',
      'Newsletter list\n\nexported, today\n\nemail;name\na@x.example;Ann\nb@x.example;Bo\n',
      ';',
      2,
    ],
    ['one column', 'email\na@x.example\n', ',', 1],
    ['one column and a stray vertical bar', 'a@x.example\nb@x.example\n=cmd|x@\n', ',', 1],
    ['a sep= line', 'sep=^\nemail^name\na@x.example^Ann\n', '^', 2],
    ['names with commas before addresses', 'Berg, Ann <a@x.example>; Lee, Bo <b@x.example>\n', ';', 2],
    ['no content', '', ',', 1],
  ])('is detected in a file with %s', (_what, text, delimiter, width) => {
    expect(shapeOf(text)).toEqual({ delimiter, width });
  });

  it.each([
    ['sep=;', ';'],
    ['"sep=\t"', '\t'],
    ['SEP=|', '|'],
    ['sep=', undefined],
    ['separator=;', undefined],
    ['sep=;;', undefined],
  ])('is read from the line %j', (line, delimiter) => {
    expect(delimiterNamed(line)).toBe(delimiter);
  });
});

describe('titlesIn', () => {
  it.each<[what: string, rows: string[][], titles: number]>([
    [
      'none',
      [
        ['email', 'name'],
        ['a@x.example', 'Ann'],
      ],
      0,
    ],
    [
      'two',
      [
        ['Newsletter', ''],
        ['1.11.2026', ''],
        ['email', 'name'],
        ['a@x.example', 'Ann'],
      ],
      2,
    ],
    [
      'one with two cells',
      [
        ['List', 'of May', '', '', ''],
        ['email', 'a', 'b', 'c', 'd'],
        ['a@x.example', '1', '2', '3', '4'],
      ],
      1,
    ],
    [
      'none above a first row without an address',
      [
        ['email', 'name'],
        ['unknown', 'Ann'],
        ['b@x.example', 'Bo'],
      ],
      0,
    ],
    ['none in one column', [['email'], ['unknown'], ['b@x.example']], 0],
    [
      'none where no row has an address',
      [
        ['x', ''],
        ['a', 'b'],
      ],
      0,
    ],
    [
      'none without headings',
      [
        ['a@x.example', 'Ann'],
        ['b@x.example', 'Bo'],
      ],
      0,
    ],
    [
      'one that mentions an address',
      [
        ['Questions: me@x.example', '', ''],
        ['email', 'a', 'b'],
        ['a@x.example', '1', '2'],
      ],
      1,
    ],
  ])('counts title rows: %s', (_what, rows, titles) => {
    expect(titlesIn(rows)).toBe(titles);
  });
});

describe('areAddresses', () => {
  it.each<[rows: string[][], is: boolean]>([
    [[['a@x.example', ' b@x.example', '']], true],
    [[['Ann Berg <a@x.example>', 'mailto:b@x.example']], true],
    [[['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'e@']], true],
    [[['Addresses'], ['a@x.example', 'b@x.example']], true],
    [[['a@x.example'], ['b@x.example']], false],
    [[['a@x.example', 'Ann']], false],
    [
      [
        ['home', 'work'],
        ['a@x.example', 'b@x.example'],
      ],
      false,
    ],
  ])('detects lists of addresses: %j', (rows, is) => {
    expect(areAddresses(rows)).toBe(is);
  });
});
