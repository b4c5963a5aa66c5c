import { describe, expect, it } from 'vitest';
import type { OutgoingAnswer } from '../../../http/outgoing/types.ts';
import { MAX_ATTEMPTS, MAX_RETRY_AFTER_MS, nextStep, STATE, verdictOf } from './schedule.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function answered(status: number, headers: Record<string, string> = {}): OutgoingAnswer {
  return { kind: 'answered', status, headers, body: Buffer.alloc(0) };
}

const silent: OutgoingAnswer = { kind: 'failed', fault: 'timeout', reason: 'No answer within 15 s' };
const after = (attempts: number, answer: OutgoingAnswer, isOwnUrl = true) =>
  nextStep(answer, { attempts, isOwnUrl, nowMs: NOW });

describe('verdictOf', () => {
  it.each([
    [200, 'received'],
    [201, 'received'],
    [204, 'received'],
    [299, 'received'],
    [199, 'failed'],
    [300, 'failed'],
    [301, 'failed'],
    [302, 'failed'],
    [304, 'failed'],
    [400, 'failed'],
    [409, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
    [999, 'failed'],
  ] as const)('classifies a response with status %i as %s', (status, verdict) => {
    expect(verdictOf(answered(status))).toBe(verdict);
  });

  it('classifies a missing response as failed', () => {
    expect(verdictOf(silent)).toBe('failed');
  });
});

describe('nextStep', () => {
  it.each([
    [0, MINUTE],
    [1, 15 * MINUTE],
    [2, 2 * HOUR],
    [3, 18 * HOUR],
  ])('schedules the attempt after %i earlier ones in %i ms', (attempts, delayMs) => {
    expect(after(attempts, answered(500))).toEqual({ state: STATE.waiting, delayMs });
    expect(after(attempts, silent)).toEqual({ state: STATE.waiting, delayMs });
  });

  it.each([MAX_ATTEMPTS - 1, MAX_ATTEMPTS, 30_000])('schedules no attempt after %i earlier ones', (attempts) => {
    expect(after(attempts, answered(500))).toEqual({ state: STATE.expired, delayMs: null });
  });

  it("holds a delivery if the receiver no longer exists, and expires it if the URL is not the webhook's", () => {
    expect(after(0, answered(410))).toEqual({ state: STATE.held, delayMs: null });
    expect(after(0, answered(410), false)).toEqual({ state: STATE.expired, delayMs: null });
  });

  it('schedules nothing after a received delivery', () => {
    expect(after(0, answered(204))).toEqual({ state: STATE.received, delayMs: null });
  });
});

describe('Retry-After', () => {
  const delay = (status: number, value: string, attempts = 0) =>
    after(attempts, answered(status, { 'retry-after': value })).delayMs;

  it.each([
    ['61', 61_000],
    ['60', MINUTE],
    ['59', MINUTE],
    ['0', MINUTE],
    [' 120 ', 120_000],
    [String(18 * 3600), MAX_RETRY_AFTER_MS],
    [String(18 * 3600 + 1), MAX_RETRY_AFTER_MS],
    ['999999999999999', MAX_RETRY_AFTER_MS],
    ['9999999999999999', MINUTE],
    ['Sat, 21 Nov 2026 12:05:00 GMT', 5 * MINUTE],
    ['Sat, 21 Nov 2026 11:05:00 GMT', MINUTE],
    ['Fri, 31 Dec 9999 23:59:59 GMT', MAX_RETRY_AFTER_MS],
    ['-5', MINUTE],
    ['1e9', MINUTE],
    ['soon', MINUTE],
    ['', MINUTE],
  ])('delays the first retry for the value %j by %i ms', (value, delayMs) => {
    expect(delay(429, value)).toBe(delayMs);
    expect(delay(503, value)).toBe(delayMs);
  });

  it('never makes a retry earlier than scheduled, and applies only to 429 and 503', () => {
    expect(delay(503, '60', 1)).toBe(15 * MINUTE);
    expect(delay(500, '7200')).toBe(MINUTE);
    expect(delay(302, '7200')).toBe(MINUTE);
  });

  it('does not add attempts', () => {
    expect(delay(429, '60', 4)).toBe(null);
  });
});

describe('stored values', () => {
  it('have the same number for each state in all releases', () => {
    expect(STATE).toEqual({ waiting: 0, received: 1, expired: 2, held: 3 });
  });

  it('allow at most five attempts', () => expect(MAX_ATTEMPTS).toBe(5));
});
