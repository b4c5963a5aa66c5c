import type { Rate } from '../../http/principal.ts';
import type { RateStanding } from '../../http/rate-standing.ts';
import type { BucketRow } from './queries.ts';

/**
 * How a key with these buckets stands: the window with fewer requests left, the shorter one when both have as many;
 * undefined without a limit. Pure.
 */
export function standingOf(
  rate: Rate,
  bucket: Pick<BucketRow, 'second_tokens' | 'minute_tokens'>,
): RateStanding | undefined {
  const second = windowOf(rate.perSecond, 1, bucket.second_tokens);
  const minute = windowOf(rate.perMinute, 60, bucket.minute_tokens);
  if (!second || !minute) return second ?? minute;
  return minute.remaining < second.remaining ? minute : second;
}

function windowOf(limit: number | undefined, windowSeconds: number, tokens: number): RateStanding | undefined {
  if (limit === undefined) return undefined;
  const remaining = Math.max(0, Math.min(limit, Math.floor(tokens)));
  const resetSeconds = Math.max(1, Math.ceil(((limit - tokens) / limit) * windowSeconds));
  return { limit, windowSeconds, remaining, resetSeconds };
}
