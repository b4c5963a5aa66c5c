const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between attempts of transactional mail; the last one repeats. */
const DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
] as const;

/** A login code is worthless later (RFC 5321 section 4.5.4.1 speaks of days, for mail that keeps). */
export const GIVE_UP_AFTER_MS = 24 * HOUR_MS;

/** A deferral is reported as `delayed` once the mail is this old. */
export const DELAYED_AFTER_MS = 15 * MINUTE_MS;

/** Spread of the waits, so that a burst that was deferred together does not come back together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt after `attempts` finished ones (at least 1), or undefined when the mail would
 * then be older than a day. `random` is in [0, 1).
 */
export function nextDelayMs(attempts: number, ageMs: number, random: number): number | undefined {
  const base = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  const delay = Math.round(base * (1 - JITTER + 2 * JITTER * random));
  if (ageMs >= GIVE_UP_AFTER_MS) return undefined;
  // The last attempt is made at the end of the day rather than given up early.
  return Math.min(delay, GIVE_UP_AFTER_MS - ageMs);
}
