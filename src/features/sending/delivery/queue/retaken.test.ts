import { describe, expect, it } from 'vitest';
import { GIVEN_UP_AT, putOffMs } from './retaken.ts';

const MINUTE_MS = 60_000;
const MIDDLE = 0.5;

describe('a mail that was taken up without an end', () => {
  it.each([
    [1, undefined],
    [5, undefined],
    [6, 1],
    [7, undefined],
    [8, 5],
    [9, undefined],
    [10, 30],
    [11, undefined],
    [12, 120],
    [13, undefined],
    [GIVEN_UP_AT, undefined],
    [GIVEN_UP_AT + 1, undefined],
  ])('%i times is put off for %s minutes', (taken, minutes) => {
    expect(putOffMs(taken, MIDDLE)).toBe(minutes === undefined ? undefined : minutes * MINUTE_MS);
  });

  it('parts from those that it was held with', () => {
    expect(putOffMs(6, 0)).toBe(0.5 * MINUTE_MS);
    expect(putOffMs(6, 0.999)).toBeGreaterThan(1.49 * MINUTE_MS);
  });
});
