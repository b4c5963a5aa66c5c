import { describe, expect, it } from 'vitest';
import { GIVE_UP_AFTER_MS, nextDelayMs } from './retry.ts';

const MINUTE_MS = 60_000;
const NO_JITTER = 0.5;

describe('waits between attempts', () => {
  it.each([
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 30],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 360],
    [9, 360],
  ])('after %i attempts the next is %i minutes later', (attempts, minutes) => {
    expect(nextDelayMs(attempts, 0, NO_JITTER)).toBe(minutes * MINUTE_MS);
  });

  it('spreads a wait by a fifth to either side', () => {
    expect(nextDelayMs(1, 0, 0)).toBe(0.8 * MINUTE_MS);
    expect(nextDelayMs(1, 0, 0.999_999)).toBe(72_000);
  });

  it('makes the last attempt at the end of the day and then gives up', () => {
    expect(nextDelayMs(9, GIVE_UP_AFTER_MS - MINUTE_MS, NO_JITTER)).toBe(MINUTE_MS);
    expect(nextDelayMs(9, GIVE_UP_AFTER_MS, NO_JITTER)).toBeUndefined();
  });
});
