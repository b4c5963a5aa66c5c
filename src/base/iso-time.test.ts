import { describe, expect, it } from 'vitest';
import { parseIsoTime, readIsoTime } from './iso-time.ts';

const shownTime = (given: string): string | undefined => {
  const time = parseIsoTime(given);
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('parseIsoTime', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['20260131', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2026-01-31T12', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:30', '2026-01-31T12:30:00.000Z'],
    ['20260131T123045Z', '2026-01-31T12:30:45.000Z'],
    ['2026-01-31t12:30:45.5z', '2026-01-31T12:30:45.500Z'],
    ['2026-01-31T12:30:45,123456', '2026-01-31T12:30:45.123Z'],
    ['2026-01-31T12:30:45.999999Z', '2026-01-31T12:30:45.999Z'],
    ['2026-01-31 12:30:45', '2026-01-31T12:30:45.000Z'],
    ['2026-01-31T12:30:00+01:30', '2026-01-31T11:00:00.000Z'],
    ['2026-01-31T12:30:00-0130', '2026-01-31T14:00:00.000Z'],
    ['2026-01-31T12:30:00+02', '2026-01-31T10:30:00.000Z'],
    ['2026-01-31T12:30:00 02:00', '2026-01-31T10:30:00.000Z'],
    ['2026-01-31T12:30:00-23:00', '2026-02-01T11:30:00.000Z'],
    ['2026-01-31T12:30:00+01:59', '2026-01-31T10:31:00.000Z'],
    ['2026-01-31T24:00:00Z', '2026-02-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    [' 2026-01-31 ', '2026-01-31T00:00:00.000Z'],
  ])('parses %s as %s', (given, expected) => expect(shownTime(given)).toBe(expected));

  it.each([
    '',
    'today',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-0131',
    '202601-31',
    '2026-031',
    '2026-W05-6',
    '0000-01-01',
    '10000-01-01',
    '2026-01-31T',
    '2026-01-31T25:00',
    '2026-01-31T12:60',
    '2026-01-31T12:30:61',
    '2026-01-31T24:00:01',
    '2026-01-31T24:00:00.001',
    '2026-01-31T12:30:00+24:00',
    '2026-01-31T12:30:00+01:60',
    '2026-01-31T12:30:00 PM',
    '01/31/2026',
    '1767225600',
    `2026-01-31T12:30:00.${'0'.repeat(60)}Z`,
  ])('rejects %j', (given) => expect(parseIsoTime(given)).toBeUndefined());
});

describe('readIsoTime', () => {
  it.each([
    ['2026-01-31T12:30Z', true],
    ['2026-01-31T12:30+00:00', true],
    ['2026-01-31T12:30', false],
    ['2026-01-31', false],
  ])('reads %s with hasZone %s', (given, hasZone) => expect(readIsoTime(given)).toMatchObject({ hasZone }));

  it('returns undefined for text that is not a time', () => expect(readIsoTime('today')).toBeUndefined());

  it('accepts at most 64 characters, counting inner but not surrounding whitespace', () => {
    const padded = (length: number): string => `2026-01-31T${'12:30'.padStart(length - 11)}`;
    expect(readIsoTime(` ${padded(64)} `)).toMatchObject({ hasZone: false });
    expect(readIsoTime(padded(65))).toBeUndefined();
  });
});
