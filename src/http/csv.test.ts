import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRecord, withoutGuard } from './csv.ts';

it.each([
  ['plain text', 'plain text'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', '"\'\r=1"'],
  ['＝1', "'＝1"],
  ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
  ['a=1', 'a=1'],
  [' =1', "' =1"],
  ['\u00a0@x', "'\u00a0@x"],
  ['\u200b=1', "'\u200b=1"],
  ['\n=1', '"\'\n=1"'],
  ["'=1", "''=1"],
  ["''+1", "'''+1"],
  ["'", "'"],
  ["'n Beetje", "'n Beetje"],
  ["'quoted'", "'quoted'"],
  ['ünïcode 💌', 'ünïcode 💌'],
])('csvRecord writes the cell %j as %j', (cell, written) => {
  expect(csvRecord([cell, 'x'])).toBe(`${written},x\r\n`);
});

it.each([
  ["'+49 731", '+49 731'],
  ["'=1", '=1'],
  ["''=1", "'=1"],
  ["'\tx", '\tx'],
  ["'quoted'", "'quoted'"],
  ["'n Beetje", "'n Beetje"],
  ["o'neil@x.example", "o'neil@x.example"],
  ["'", "'"],
  ['', ''],
  ['+49', '+49'],
])('withoutGuard reads the cell %j as %j', (cell, text) => expect(withoutGuard(cell)).toBe(text));

it('records survive a round trip, and no cell starts like a formula', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...Array.from('\'=+-@\t\r\n",;| aé＝\u00a0\u200b\ufeff')),
    maxLength: 6,
  });
  const cell = fc.oneof(hostile, fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const [record = []] = parse(csvRecord(cells), { record_delimiter: '\r\n' });
      expect(record.map(withoutGuard)).toEqual(cells);
      for (const each of record) expect(each.trim()).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 2_000 },
  );
});
