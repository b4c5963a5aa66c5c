import { describe, expect, it } from 'vitest';
import {
  createPace,
  DELIVERIES_AN_OUTCOME,
  LEAST_DELIVERIES_A_SECOND,
  MAIL_FLOWS_MS,
  MOST_SAVED,
  type Pace,
} from './pace.ts';

function paceAt(nowMs: number): { readonly pace: Pace; readonly clock: { nowMs: number } } {
  const clock = { nowMs };
  return { clock, pace: createPace(() => clock.nowMs) };
}

describe('deliveries', () => {
  it('are not held up where no mail was sent', () => {
    expect(paceAt(0).pace.allowed()).toBe(Number.POSITIVE_INFINITY);
  });

  it('come as many for each outcome of a mail as it may have events, and some', () => {
    const { pace } = paceAt(5_000);
    pace.mailed(7);
    expect(pace.allowed()).toBe(7 * DELIVERIES_AN_OUTCOME);
    pace.took(13);
    expect(pace.allowed()).toBe(1);
    pace.took(1);
    expect(pace.allowed()).toBe(0);
    pace.mailed(1);
    expect(pace.allowed()).toBe(DELIVERIES_AN_OUTCOME);
  });

  it('flow at the least rate behind a trickle of mail', () => {
    const { clock, pace } = paceAt(0);
    let taken = 0;
    for (let ms = 0; ms <= 10_000; ms += 50) {
      clock.nowMs = ms;
      if (ms % 500 === 0) pace.mailed(1);
      const allowed = pace.allowed();
      taken += allowed;
      pace.took(allowed);
    }
    const outcomes = 21;
    expect(taken).toBe(10 * LEAST_DELIVERIES_A_SECOND + outcomes * DELIVERIES_AN_OUTCOME);
  });

  it('are not saved up beyond a claim', () => {
    const { clock, pace } = paceAt(0);
    pace.mailed(1_000_000);
    expect(pace.allowed()).toBe(MOST_SAVED);
    clock.nowMs = MAIL_FLOWS_MS - 1;
    expect(pace.allowed()).toBe(MOST_SAVED);
  });

  it('flow freely once no outcome was recorded for a second, and begin anew with nothing saved', () => {
    const { clock, pace } = paceAt(0);
    pace.mailed(100);
    clock.nowMs = MAIL_FLOWS_MS - 1;
    expect(pace.allowed()).toBeLessThan(Number.POSITIVE_INFINITY);
    clock.nowMs = MAIL_FLOWS_MS;
    expect(pace.allowed()).toBe(Number.POSITIVE_INFINITY);
    pace.took(MOST_SAVED);
    clock.nowMs = 60_000;
    pace.mailed(1);
    expect(pace.allowed()).toBe(DELIVERIES_AN_OUTCOME);
  });

  it('are held up by no clock that was set back', () => {
    const { clock, pace } = paceAt(1_000_000);
    pace.mailed(1);
    clock.nowMs = 0;
    expect(pace.allowed()).toBe(Number.POSITIVE_INFINITY);
    pace.mailed(1);
    expect(pace.allowed()).toBe(DELIVERIES_AN_OUTCOME);
  });
});
