import type { MailClass } from '../types.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** The retry schedule for deferred messages. */
export interface RetrySchedule {
  /** Delays before the second attempt, the third attempt, and so on, in milliseconds. The last delay repeats. */
  readonly delaysMs: readonly [number, ...number[]];
  /** Age in milliseconds at which the message expires. */
  readonly expiresAfterMs: number;
}

/**
 * Schedule for all messages except campaigns. Many of them, such as login codes, are useless after a day. RFC 5321
 * section 4.5.4.1 recommends retrying for several days, but that suits only messages that stay useful for longer.
 */
const URGENT: RetrySchedule = {
  delaysMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS],
  expiresAfterMs: 24 * HOUR_MS,
};

const CAMPAIGN: RetrySchedule = {
  delaysMs: [15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 12 * HOUR_MS],
  expiresAfterMs: 72 * HOUR_MS,
};

/** Jitter of delays, as a fraction, so that messages that were deferred together are not retried together. */
const JITTER = 0.2;

export function scheduleOf(mailClass: MailClass): RetrySchedule {
  return mailClass === 'campaign' ? CAMPAIGN : URGENT;
}

/**
 * Returns the age of a message, in milliseconds, when the attempt that follows `attempts` finished attempts is made, if
 * each attempt is made on time.
 */
export function scheduledAgeMs({ delaysMs }: RetrySchedule, attempts: number): number {
  let ageMs = 0;
  for (let no = 0; no < attempts; no += 1) ageMs += delaysMs[Math.min(no, delaysMs.length - 1)] ?? 0;
  return ageMs;
}

/**
 * Returns the delay before the next attempt, in milliseconds: `leastMs` plus jitter of up to a fifth, but not beyond
 * the time at which the message expires. Returns undefined if the message has expired.
 */
export function delayAfterMs(
  { expiresAfterMs }: RetrySchedule,
  leastMs: number,
  ageMs: number,
  random: number,
): number | undefined {
  if (ageMs >= expiresAfterMs) return undefined;
  return Math.min(Math.round(leastMs * (1 + JITTER * random)), expiresAfterMs - ageMs);
}

/**
 * Returns the milliseconds until the next attempt after `attempts` finished attempts, but not beyond the time at which
 * the message expires. Returns undefined if the message has expired. `attempts` is at least 1, and `random` is in [0,
 * 1).
 */
export function nextDelayMs(
  { delaysMs, expiresAfterMs }: RetrySchedule,
  attempts: number,
  ageMs: number,
  random: number,
): number | undefined {
  const base = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? delaysMs[0];
  const delay = Math.round(base * (1 - JITTER + 2 * JITTER * random));
  if (ageMs >= expiresAfterMs) return undefined;
  // Make the last attempt at the end of the period instead of expiring early.
  return Math.min(delay, expiresAfterMs - ageMs);
}
