import { expect, it } from 'vitest';
import { standingOf } from './standing.ts';

it.each([
  ['is that of the second while the minute has more', { perSecond: 5, perMinute: 300 }, [4, 299], [5, 1, 4, 1]],
  ['is that of the second when both have as many', { perSecond: 5, perMinute: 300 }, [3, 3], [5, 1, 3, 1]],
  ['is that of the minute when it has fewer', { perSecond: 5, perMinute: 300 }, [4, 2.9], [300, 60, 2, 60]],
  ['never goes below zero', { perSecond: 5, perMinute: 300 }, [-0.5, 20], [5, 1, 0, 2]],
  ['counts whole requests only', { perSecond: 5, perMinute: undefined }, [0.99, 0], [5, 1, 0, 1]],
  ['of a rate for minutes alone', { perSecond: undefined, perMinute: 60 }, [0, 30], [60, 60, 30, 30]],
  ['of a full bucket resets within a second', { perSecond: 5, perMinute: undefined }, [5, 0], [5, 1, 5, 1]],
] as const)('the standing %s', (_, rate, [second_tokens, minute_tokens], expected) => {
  const [limit, windowSeconds, remaining, resetSeconds] = expected;
  expect(standingOf(rate, { second_tokens, minute_tokens })).toEqual({ limit, windowSeconds, remaining, resetSeconds });
});

it('there is no standing without a limit', () => {
  expect(
    standingOf({ perSecond: undefined, perMinute: undefined }, { second_tokens: 0, minute_tokens: 0 }),
  ).toBeUndefined();
});
