import { describe, expect, it } from 'vitest';
import { numberText, textOf } from './values.ts';

describe('numbers in a file', () => {
  it.each([
    ['42', '42'],
    ['-1.5', '-1.5'],
    ['1.234', '1.234'],
    ['12,5', '12.5'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['-1,234,567.5', '-1234567.5'],
    ['1 234 567,5', '1234567.5'],
    ['1\u202f234', '1234'],
    ["1'234'567.25", '1234567.25'],
    ['1,234', undefined],
    ['1.234,567,8', undefined],
    ['12,34,567', undefined],
    ['1,2,3', undefined],
    ['twelve', undefined],
    ['12 apples', undefined],
  ])('reads %s as %s', (text, number) => {
    expect(numberText(text)).toBe(number);
  });
});

describe('textOf', () => {
  it.each([
    '',
    '  ',
    'NULL',
    'null',
    '\\N',
    'N/A',
    '#N/A',
    '-',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '00-00-0000',
    '0001-01-01T00:00:00',
  ])('treats %j as an empty cell', (cell) => {
    expect(textOf(cell)).toBe('');
  });

  it.each(['Null', 'Nan', 'Nil', 'None', '0', 'N', '0000'])('treats %j as a value', (cell) => {
    expect(textOf(` ${cell} `)).toBe(cell);
  });
});
