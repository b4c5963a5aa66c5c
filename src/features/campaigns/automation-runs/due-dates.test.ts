import { describe, expect, it } from 'vitest';
import { dueDates } from './due-dates.ts';

const on = (day: string) => ({ fromDay: day, toDay: day });

describe('dates for which contacts enter', () => {
  it.each([
    ['on the date', on('2026-11-30'), 0, ['2026-11-30']],
    ['days after the date', on('2026-03-02'), 3, ['2026-02-27']],
    ['days before the date', on('2026-12-30'), -3, ['2027-01-02']],
    [
      'for each missed day',
      { fromDay: '2026-02-28', toDay: '2026-03-02' },
      0,
      ['2026-02-28', '2026-03-01', '2026-03-02'],
    ],
  ])('are found once %s', (_when, range, days, values) => {
    expect(dueDates(range, days, false)).toEqual({ values, isYearly: false, latest: values.at(-1) });
  });

  it.each([
    ['on February 28 of a year without February 29', '2026-02-28', 0, ['02-28', '02-29']],
    ['on February 28 of a leap year', '2028-02-28', 0, ['02-28']],
    ['on February 29', '2028-02-29', 0, ['02-29']],
    ['on March 1', '2026-03-01', 0, ['03-01']],
    ['two days before February 28', '2026-02-26', -2, ['02-28', '02-29']],
    ['a day after February 28', '2026-03-01', 1, ['02-28', '02-29']],
    ['at the end of the year', '2026-12-31', -1, ['01-01']],
  ])('are anniversaries %s', (_when, day, days, values) => {
    expect(dueDates(on(day), days, true).values).toEqual(values);
  });

  it('are not later than the last day', () => {
    expect(dueDates(on('2026-12-31'), -1, true).latest).toBe('2027-01-01');
  });
});
