import { describe, expect, it } from 'vitest';
import { verdictOf } from './retaken.ts';
import { isSuspect } from './suspects.ts';

const MINUTE_MS = 60_000;
const MIDDLE = 0.5;

describe('a mail that was taken up again and again', () => {
  it('is suspect from the sixth time on', () => {
    expect([1, 5, 6, 900].map((taken) => isSuspect({ taken }))).toEqual([false, false, true, true]);
  });

  it.each([
    [1, 1],
    [3, 5],
    [5, 30],
    [7, 120],
  ])('waits when a process died at work on it (%i): %i minutes', (begun, minutes) => {
    expect(verdictOf(begun, MIDDLE)).toEqual({ waitMs: minutes * MINUTE_MS });
  });

  it.each([0, 2, 4, 6, 8])('goes on where none did since it waited (%i)', (begun) => {
    expect(verdictOf(begun, MIDDLE)).toBe('go');
  });

  it('is given up after the last wait', () => {
    expect(verdictOf(9, MIDDLE)).toBe('give up');
    expect(verdictOf(11, MIDDLE)).toBe('give up');
  });

  it('parts from those that it was at work beside', () => {
    expect(verdictOf(1, 0)).toEqual({ waitMs: 0.5 * MINUTE_MS });
    expect(verdictOf(1, 0.999)).toMatchObject({ waitMs: expect.closeTo(1.499 * MINUTE_MS, 0) });
  });
});
