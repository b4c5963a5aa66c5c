import { expect, it } from 'vitest';
import { parseAnswers } from './answer-ranges.ts';

function parse(text: string): string | string[] {
  const faults: string[] = [];
  const ranges = parseAnswers(text, (sentence) => faults.push(sentence));
  return faults.length > 0 ? faults : ranges;
}

it.each([
  ['200', '{[200,201)}'],
  ['599', '{[599,600)}'],
  ['2xx', '{[200,300)}'],
  ['5XX', '{[500,600)}'],
  ['none', '{[0,1)}'],
  ['410, 5xx,none', '{[410,411),[500,600),[0,1)}'],
])('parses %s to the statuses %s', (text, ranges) => {
  expect(parse(text)).toBe(ranges);
});

it.each(['', '1xx', '6xx', '600', '99', '0', '4', '40', '4xxx', '2xx,', 'null', '[200,300)', '٢٠٠'])(
  'rejects text that is neither a status nor a class: "%s"',
  (text) => {
    expect(parse(text)).toEqual([expect.stringMatching(/^must be a comma-separated list of status codes/)]);
  },
);

it('accepts twenty values and rejects one more', () => {
  const twenty = Array.from({ length: 20 }, () => '404').join(',');
  expect(parse(twenty)).toMatch(/^\{\[404,405\)/);
  expect(parse(`${twenty},404`)).toEqual(['must contain at most 20 values.']);
});
