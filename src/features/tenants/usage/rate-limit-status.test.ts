import { expect, it } from 'vitest';
import { rateLimitStatusOf, waitMsOf } from './rate-limit-status.ts';

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
  ['returns the second while the minute has more left', BOTH, { second_used: 1, minute_used: 1 }, [5, 1, 4, 1]],
  ['returns the second when both have the same number left', BOTH, { second_used: 2, minute_used: 297 }, [5, 1, 3, 1]],
  [
    'returns the minute when it has fewer left',
    BOTH,
    { second_used: 1, minute_used: 298, minute_newest: 59_500_001 },
    [300, 60, 2, 60],
  ],
  ['never goes below zero', BOTH, { second_used: 6 }, [5, 1, 0, 1]],
  [
    'returns the minute if only the minute is limited',
    { perSecond: undefined, perMinute: 60 },
    { minute_used: 30, minute_newest: 3e7 },
    [60, 60, 30, 30],
  ],
  ['resets an unused rate within one second', { perSecond: 5, perMinute: undefined }, {}, [5, 1, 5, 1]],
] as const)('rateLimitStatusOf %s', (_, rate, windows, expected) => {
  const [limit, windowSeconds, remaining, resetSeconds] = expected;
  expect(rateLimitStatusOf(rate, { ...EMPTY, ...windows })).toEqual({ limit, windowSeconds, remaining, resetSeconds });
});

it('returns no rate limit status without a limit', () => {
  expect(rateLimitStatusOf({ perSecond: undefined, perMinute: undefined }, EMPTY)).toBeUndefined();
});

it.each([
  ['the oldest request of the second', { second_used: 5, second_oldest: 199_001, minute_used: 5 }, 200],
  [
    'the oldest request of the minute',
    { second_used: 1, second_oldest: 9, minute_used: 300, minute_oldest: 2e6 },
    2000,
  ],
  ['the later of both times', { second_used: 5, second_oldest: 9e5, minute_used: 300, minute_oldest: 1000 }, 900],
  ['at least one millisecond', { second_used: 5, second_oldest: 1 }, 1],
])('waits for %s', (_, windows, expected) => {
  expect(waitMsOf(BOTH, { ...EMPTY, ...windows })).toBe(expected);
});
