import { describe, expect, it } from 'vitest';
import { fieldValueOf, type FieldInput } from './field-value.ts';

describe('fieldValueOf', () => {
  it.each<[Parameters<typeof fieldValueOf>[0], FieldInput, string | null]>([
    ['text', ' Kiel ', 'Kiel'],
    ['text', 7, '7'],
    ['text', 'ä'.repeat(2_000), 'ä'.repeat(2_000)],
    ['text', '', null],
    ['number', null, null],
    ['number', ' ', null],
    ['number', 0, '0'],
    ['number', -1.5, '-1.5'],
    ['number', '+12.', '+12.'],
    ['number', '.5', '.5'],
    ['number', 1e21, '1e+21'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2024-02-29T23:59:59+02:00', '2024-02-29'],
    ['date', '2024-02-29 08:00', '2024-02-29'],
    ['date', '2024-02-29T23:59:59.123Z', '2024-02-29'],
    ['date', null, null],
  ])('accepts a value of the type %s: %j', (type, given, value) => {
    expect(fieldValueOf(type, given)).toEqual({ value });
  });

  it.each<[Parameters<typeof fieldValueOf>[0], FieldInput]>([
    ['text', 'a'.repeat(2_001)],
    ['number', 'twelve'],
    ['number', '1,5'],
    ['number', '1e999'],
    ['number', '0x10'],
    ['number', 'NaN'],
    ['number', '1'.repeat(65)],
    ['date', '2023-02-29'],
    ['date', '2024-13-01'],
    ['date', '29.02.2024'],
    ['date', '2024-02-29T25:00'],
    ['date', 'tomorrow'],
    ['date', 20240229],
  ])('rejects a value of the type %s: %j', (type, given) => {
    expect(fieldValueOf(type, given)).toEqual({ fault: expect.stringMatching(/^must /) });
  });
});
