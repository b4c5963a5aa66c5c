import { describe, expect, it } from 'vitest';
import { verdictOf } from './retaken.ts';
import { isSuspect } from './suspects.ts';

const MINUTE_MS = 60_000;
const MIDDLE = 0.5;

describe('a message that was claimed repeatedly', () => {
  it('is suspect from the sixth claim on', () => {
    expect([1, 5, 6, 900].map((taken) => isSuspect({ taken }))).toEqual([false, false, true, true]);
  });

  it.each([
    [1, 1],
    [3, 5],
    [5, 30],
    [7, 120],
  ])('with begun %i waits %i minutes after a process died while processing it', (begun, minutes) => {
    expect(verdictOf(begun, MIDDLE)).toEqual({ waitMs: minutes * MINUTE_MS });
  });

  it.each([0, 2, 4, 6, 8])('continues if no process has died since its last wait (begun %i)', (begun) => {
    expect(verdictOf(begun, MIDDLE)).toBe('go');
  });

  it('fails after the last wait', () => {
    expect(verdictOf(9, MIDDLE)).toBe('give up');
    expect(verdictOf(11, MIDDLE)).toBe('give up');
  });

  it('is separated from messages that were processed at the same time', () => {
    expect(verdictOf(1, 0)).toEqual({ waitMs: 0.5 * MINUTE_MS });
    expect(verdictOf(1, 0.999)).toMatchObject({ waitMs: expect.closeTo(1.499 * MINUTE_MS, 0) });
  });
});
