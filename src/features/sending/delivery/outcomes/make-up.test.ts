import { expect, it } from 'vitest';
import { delayOf, MAX_ATTEMPTS } from './make-up.ts';

const HOUR = 3_600;

it.each([
  [0, 10],
  [1, 10],
  [2, 60],
  [3, 300],
  [4, 900],
  [5, HOUR],
  [6, 3 * HOUR],
  [7, 6 * HOUR],
  [MAX_ATTEMPTS - 1, 6 * HOUR],
  [MAX_ATTEMPTS, null],
])('an outcome that a listener failed to process %i times is retried after %s seconds', (attempts, seconds) => {
  expect(delayOf(attempts)).toBe(seconds);
});

it('an outcome is retried for about a week', () => {
  let seconds = 0;
  for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) seconds += delayOf(attempts) ?? 0;
  expect(seconds / (24 * HOUR)).toBeGreaterThan(6);
  expect(seconds / (24 * HOUR)).toBeLessThan(8);
});
