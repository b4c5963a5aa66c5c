import { describe, expect, it } from 'vitest';
import { delayAfterMs, nextDelayMs, scheduledAgeMs, scheduleOf } from './retry.ts';

const MINUTE_MS = 60_000;
const NO_JITTER = 0.5;
const URGENT = scheduleOf('transactional');
const CAMPAIGN = scheduleOf('campaign');
const HOUR_MS = 60 * MINUTE_MS;

describe('delays between attempts', () => {
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
  ])('after %i attempts are %i minutes', (attempts, minutes) => {
    expect(nextDelayMs(URGENT, attempts, 0, NO_JITTER)).toBe(minutes * MINUTE_MS);
  });

  it('vary by a fifth in both directions', () => {
    expect(nextDelayMs(URGENT, 1, 0, 0)).toBe(0.8 * MINUTE_MS);
    expect(nextDelayMs(URGENT, 1, 0, 0.999_999)).toBe(72_000);
  });

  it('place the last attempt at the end of the day and then end', () => {
    expect(nextDelayMs(URGENT, 9, 24 * HOUR_MS - MINUTE_MS, NO_JITTER)).toBe(MINUTE_MS);
    expect(nextDelayMs(URGENT, 9, 24 * HOUR_MS, NO_JITTER)).toBeUndefined();
  });

  it.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [4, 120],
    [5, 240],
    [6, 480],
    [7, 720],
    [8, 720],
  ])('of a campaign after %i attempts are %i minutes', (attempts, minutes) => {
    expect(nextDelayMs(CAMPAIGN, attempts, 0, NO_JITTER)).toBe(minutes * MINUTE_MS);
  });

  it('of a campaign end after three days', () => {
    expect(nextDelayMs(CAMPAIGN, 9, 72 * HOUR_MS - 1, NO_JITTER)).toBe(1);
    expect(nextDelayMs(CAMPAIGN, 9, 72 * HOUR_MS, NO_JITTER)).toBeUndefined();
    expect(scheduledAgeMs(CAMPAIGN, 0)).toBe(0);
    expect(scheduledAgeMs(CAMPAIGN, 8)).toBe(39.75 * HOUR_MS);
  });
});

describe('a retry with a minimum delay', () => {
  it('is delayed by up to a fifth more than the minimum', () => {
    expect(delayAfterMs(URGENT, HOUR_MS, 0, 0)).toBe(HOUR_MS);
    expect(delayAfterMs(URGENT, HOUR_MS, 0, 0.5)).toBe(66 * MINUTE_MS);
  });

  it('is made by the end of the schedule, and not after it', () => {
    expect(delayAfterMs(URGENT, HOUR_MS, 24 * HOUR_MS - 1, 0)).toBe(1);
    expect(delayAfterMs(URGENT, HOUR_MS, 24 * HOUR_MS, 0)).toBeUndefined();
    expect(delayAfterMs(URGENT, HOUR_MS, 25 * HOUR_MS, 0)).toBeUndefined();
  });
});
