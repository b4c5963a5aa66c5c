import type { Rate } from '../../../http/principal.ts';
import type { RateLimitStatus } from '../../../http/rate-limit-status.ts';
import type { WindowRow } from './queries.ts';

type Windows = Omit<WindowRow, 'key_id' | 'granted'>;

/**
 * Returns the rate limit status of a key: the window with fewer requests left, or the shorter window if both are equal.
 * Returns undefined without a limit. Pure.
 */
export function rateLimitStatusOf(rate: Rate, row: Windows): RateLimitStatus | undefined {
  const second = windowOf(rate.perSecond, 1, row.second_used, row.second_newest);
  const minute = windowOf(rate.perMinute, 60, row.minute_used, row.minute_newest);
  if (!second || !minute) return second ?? minute;
  return minute.remaining < second.remaining ? minute : second;
}

/** Returns the number of milliseconds, at least 1, until a rejected key may send a request again. Pure. */
export function waitMsOf({ perMinute, perSecond }: Rate, row: Windows): number {
  const ofSecond = perSecond !== undefined && row.second_used >= perSecond ? row.second_oldest : 0;
  const ofMinute = perMinute !== undefined && row.minute_used >= perMinute ? row.minute_oldest : 0;
  return Math.max(1, Math.ceil(Math.max(ofSecond, ofMinute) / 1000));
}

function windowOf(
  limit: number | undefined,
  windowSeconds: number,
  used: number,
  newestMicroseconds: number,
): RateLimitStatus | undefined {
  if (limit === undefined) return undefined;
  const resetSeconds = Math.max(1, Math.ceil(newestMicroseconds / 1e6));
  return { limit, windowSeconds, remaining: Math.max(0, limit - used), resetSeconds };
}
