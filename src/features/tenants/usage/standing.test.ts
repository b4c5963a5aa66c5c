import { expect, it } from 'vitest';
import { standingOf, waitMsOf } from './standing.ts';

const EMPTY = {
  second_used: 0,
  second_oldest: 0,
  second_newest: 0,
  minute_used: 0,
  minute_oldest: 0,
  minute_newest: 0,
};
const BOTH = { perSecond: 5, perMinute: 300 };

it.each([
  ['is that of the second while the minute has more', BOTH, { second_used: 1, minute_used: 1 }, [5, 1, 4, 1]],
  ['is that of the second when both have as many', BOTH, { second_used: 2, minute_used: 297 }, [5, 1, 3, 1]],
  [
    'is that of the minute when it has fewer',
    BOTH,
    { second_used: 1, minute_used: 298, minute_newest: 59_500_001 },
    [300, 60, 2, 60],
  ],
  ['never goes below zero', BOTH, { second_used: 6 }, [5, 1, 0, 1]],
  [
    'of a rate for minutes alone',
    { perSecond: undefined, perMinute: 60 },
    { minute_used: 30, minute_newest: 3e7 },
    [60, 60, 30, 30],
  ],
  ['of an unused rate resets within a second', { perSecond: 5, perMinute: undefined }, {}, [5, 1, 5, 1]],
] as const)('the standing %s', (_, rate, windows, expected) => {
  const [limit, windowSeconds, remaining, resetSeconds] = expected;
  expect(standingOf(rate, { ...EMPTY, ...windows })).toEqual({ limit, windowSeconds, remaining, resetSeconds });
});

it('there is no standing without a limit', () => {
  expect(standingOf({ perSecond: undefined, perMinute: undefined }, EMPTY)).toBeUndefined();
});

it.each([
  ['the oldest request of the second', { second_used: 5, second_oldest: 199_001, minute_used: 5 }, 200],
  [
    'the oldest request of the minute',
    { second_used: 1, second_oldest: 9, minute_used: 300, minute_oldest: 2e6 },
    2000,
  ],
  ['the later one', { second_used: 5, second_oldest: 9e5, minute_used: 300, minute_oldest: 1000 }, 900],
  ['a millisecond at least', { second_used: 5, second_oldest: 1 }, 1],
])('whoever was refused waits for %s', (_, windows, expected) => {
  expect(waitMsOf(BOTH, { ...EMPTY, ...windows })).toBe(expected);
});
