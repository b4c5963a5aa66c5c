import { describe, expect, it } from 'vitest';
import { momentsAt, offsetInWords, wallAfterGap, wallAt } from '../../dashboard/src/zoned-time.ts';
import { spanOver } from '../../dashboard/src/pages/webhooks/time-range.ts';

describe('a date and time in a time zone', () => {
  it.each([
    ['2026-07-01T12:00', 'Europe/Berlin', ['2026-07-01T10:00:00.000Z']],
    ['2026-01-01T12:00', 'Europe/Berlin', ['2026-01-01T11:00:00.000Z']],
    ['2026-01-01T00:00', 'UTC', ['2026-01-01T00:00:00.000Z']],
    ['2026-11-22T09:15', 'Asia/Kathmandu', ['2026-11-22T03:30:00.000Z']],
    // Times in the hour that is skipped when clocks are set forward, and just before and after it.
    ['2026-03-29T01:59', 'Europe/Berlin', ['2026-03-29T00:59:00.000Z']],
    ['2026-03-29T02:00', 'Europe/Berlin', []],
    ['2026-03-29T02:59', 'Europe/Berlin', []],
    ['2026-03-29T03:00', 'Europe/Berlin', ['2026-03-29T01:00:00.000Z']],
    ['2026-03-08T02:30', 'America/New_York', []],
    // The hour that occurs twice when clocks are set back.
    ['2026-10-25T01:59', 'Europe/Berlin', ['2026-10-24T23:59:00.000Z']],
    ['2026-10-25T02:30', 'Europe/Berlin', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-10-25T03:00', 'Europe/Berlin', ['2026-10-25T02:00:00.000Z']],
    ['2026-11-01T01:30', 'America/New_York', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
    // A clock change of half an hour, and a day that was skipped entirely.
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', []],
    ['2011-12-30T12:00', 'Pacific/Apia', []],
    // Invalid dates.
    ['2026-02-30T12:00', 'UTC', []],
    ['', 'UTC', []],
  ])('%s in %s is %j', (wall, zone, expected) => {
    expect(momentsAt(wall, zone).map((moment) => moment.toISOString())).toEqual(expected);
  });

  it('is shown in the time zone, and both occurrences of a repeated hour look the same', () => {
    expect(wallAt(new Date('2026-10-25T00:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25T02:30');
    expect(wallAt(new Date('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25T02:30');
    expect(wallAfterGap('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T03:30');
  });

  it.each([
    ['2026-07-01T00:00:00Z', 'Europe/Berlin', 'UTC+2'],
    ['2026-01-01T00:00:00Z', 'Europe/Berlin', 'UTC+1'],
    ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', 'UTC+5:45'],
    ['2026-01-01T00:00:00Z', 'America/St_Johns', 'UTC−3:30'],
    ['2026-01-01T00:00:00Z', 'UTC', 'UTC'],
  ])('at %s in %s has the offset %s', (at, zone, expected) => {
    expect(offsetInWords(new Date(at), zone)).toBe(expected);
  });
});

it('uses the shortest timeline that reaches a range', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(spanOver(now - 60_000, now)).toBe('1h');
  expect(spanOver(now - 5 * 3_600_000, now)).toBe('');
  expect(spanOver(now - 29 * 86_400_000, now)).toBe('30d');
  expect(spanOver(now - 31 * 86_400_000, now)).toBeUndefined();
});
