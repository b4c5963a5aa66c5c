import { expect, it } from 'vitest';
import { csvRecord } from './csv.ts';

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
  ["'quoted'", "'quoted'"],
  ['ünïcode 💌', 'ünïcode 💌'],
])('the cell %j is written as %j', (cell, written) => {
  expect(csvRecord([cell, 'x'])).toBe(`${written},x\r\n`);
});
