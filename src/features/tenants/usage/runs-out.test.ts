import { describe, expect, it } from 'vitest';
import { runsOutOn, type MonthSoFar } from './runs-out.ts';

const november: MonthSoFar = {
  limit: 3_000,
  used: 1_500,
  startsAtMs: Date.parse('2026-11-01T00:00:00Z'),
  resetsAtMs: Date.parse('2026-12-01T00:00:00Z'),
  usedMonthBefore: 0,
};

describe('the day on which a quota runs out', () => {
  it.each<[string, Partial<MonthSoFar>, string, string | undefined]>([
    ['is never without a limit', { limit: null }, '2026-11-11T00:00:00Z', undefined],
    ['is never without mail', { used: 0 }, '2026-11-11T00:00:00Z', undefined],
    ['follows from the mails a day', {}, '2026-11-11T00:00:00Z', '2026-11-21'],
    ['is today once it is used up', { used: 3_000 }, '2026-11-11T10:00:00Z', '2026-11-11'],
    ['is today when a smaller plan is already exceeded', { used: 9_000 }, '2026-11-11T10:00:00Z', '2026-11-11'],
    ['is none when it lasts exactly to the end of the month', {}, '2026-11-16T00:00:00Z', undefined],
    ['is the last day when it ends just before', { used: 1_501 }, '2026-11-16T00:00:00Z', '2026-11-30'],
    ['is none when it lasts longer', { used: 100 }, '2026-11-11T00:00:00Z', undefined],
    ['does not take one busy hour for the rate', { used: 100 }, '2026-11-01T01:00:00Z', undefined],
    // 30 x 31 a month are 30 a day: with one day of 30 behind it the quota of 300 lasts nine days more.
    [
      'goes by the month before in the first week',
      { limit: 300, used: 30, usedMonthBefore: 930 },
      '2026-11-02T00:00:00Z',
      '2026-11-11',
    ],
    ['is today with a plan of nothing', { limit: 0, used: 0 }, '2026-11-02T00:00:00Z', '2026-11-02'],
    ['takes a clock before the month for its start', { used: 10 }, '2026-10-31T23:59:59Z', undefined],
  ])('%s', (_, changes, now, expected) => {
    expect(runsOutOn({ ...november, ...changes }, Date.parse(now))).toBe(expected);
  });
});
