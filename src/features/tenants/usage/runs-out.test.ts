import { describe, expect, it } from 'vitest';
import { runsOutOn, type MonthSoFar } from './runs-out.ts';

const november: MonthSoFar = {
  limit: 3_000,
  used: 1_500,
  startsAtMs: Date.parse('2026-11-01T00:00:00Z'),
  resetsAtMs: Date.parse('2026-12-01T00:00:00Z'),
  usedMonthBefore: 0,
};

describe('runsOutOn', () => {
  it.each<[string, Partial<MonthSoFar>, string, string | undefined]>([
    ['returns undefined without a limit', { limit: null }, '2026-11-11T00:00:00Z', undefined],
    ['returns undefined without sent emails', { used: 0 }, '2026-11-11T00:00:00Z', undefined],
    ['calculates the day from the emails per day', {}, '2026-11-11T00:00:00Z', '2026-11-21'],
    ['returns today when the quota is used up', { used: 3_000 }, '2026-11-11T10:00:00Z', '2026-11-11'],
    [
      'returns today when the quota of a smaller plan is already exceeded',
      { used: 9_000 },
      '2026-11-11T10:00:00Z',
      '2026-11-11',
    ],
    ['returns undefined when the quota lasts exactly to the end of the month', {}, '2026-11-16T00:00:00Z', undefined],
    [
      'returns the last day when the quota ends just before the month',
      { used: 1_501 },
      '2026-11-16T00:00:00Z',
      '2026-11-30',
    ],
    ['returns undefined when the quota lasts longer than the month', { used: 100 }, '2026-11-11T00:00:00Z', undefined],
    ['does not use one busy hour as the rate', { used: 100 }, '2026-11-01T01:00:00Z', undefined],
    // 930 in a month of 31 days is 30 per day. After one day with 30, the quota of 300 lasts nine more days.
    [
      'includes the month before in the first week',
      { limit: 300, used: 30, usedMonthBefore: 930 },
      '2026-11-02T00:00:00Z',
      '2026-11-11',
    ],
    ['returns today for a quota of zero', { limit: 0, used: 0 }, '2026-11-02T00:00:00Z', '2026-11-02'],
    ['treats a clock before the month as the start of the month', { used: 10 }, '2026-10-31T23:59:59Z', undefined],
  ])('%s', (_, changes, now, expected) => {
    expect(runsOutOn({ ...november, ...changes }, Date.parse(now))).toBe(expected);
  });
});
