import { createBatcher, type Settled } from '../../../base/batcher.ts';
import type { Clock } from '../../../base/clock.ts';
import { isSilence, type Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal, Rate } from '../../../http/principal.ts';
import type { RateLimitStatus } from '../../../http/rate-limit-status.ts';
import { takeRequests, updateKeyRate, type WindowRow } from './queries.ts';
import { rateLimitStatusOf, waitMsOf } from './rate-limit-status.ts';

const MAX_BATCH = 500;
const MAX_WAITING = 10_000;
/**
 * Maximum number of keys that are cached as over their limit. When this number is reached, the cache is cleared, and
 * all keys are queried again.
 */
const MAX_REMEMBERED = 10_000;

interface Taking {
  readonly rateBucket: number;
  readonly rate: Rate;
}

interface Taken {
  /** Milliseconds until the key may send a request again, or 0 if the request was allowed. */
  readonly waitMs: number;
  readonly rateLimit: RateLimitStatus | undefined;
}

/**
 * The rate limit status of a key as returned by the last statement, and the number of requests that can still be
 * allowed.
 */
interface Window {
  readonly row: WindowRow;
  left: number;
}

/**
 * Creates a rate limiter for API keys that works across all processes. A key never exceeds its limit in any second or
 * minute, according to the clock of the database. The database records the time of each allowed request. Keys without
 * limits cause no query, and concurrent requests share a statement. The returned function resolves with the remaining
 * rate limit, or throws rate_limit_exceeded with the time until the next request.
 */
export function createRateLimiter(
  db: Db,
  clock: Clock,
): (principal: Principal) => Promise<RateLimitStatus | undefined> {
  /**
   * Keys that are over their limit, each with the time until which its requests are rejected. They are rejected without
   * a query, so that a flood of requests does not reach the database.
   */
  const empty = new Map<number, number>();
  const batcher = createBatcher<Taking, Taken>({
    flush: (takings) => take(db, takings),
    bytesOf: () => 1,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_WAITING,
    isForAll: isSilence,
  });

  return async ({ rateBucket, rate }) => {
    if (rate.perSecond === undefined && rate.perMinute === undefined) return undefined;
    const known = (empty.get(rateBucket) ?? 0) - clock.now();
    const { rateLimit, waitMs } =
      known > 0 ? { rateLimit: undefined, waitMs: known } : await batcher.add({ rateBucket, rate });
    if (waitMs === 0) return rateLimit;
    if (known <= 0) {
      if (empty.size >= MAX_REMEMBERED) empty.clear();
      empty.set(rateBucket, clock.now() + waitMs);
    }
    const whose = rateBucket < 0 ? 'Each user' : 'This API key';
    throw new Refusal('rate_limit_exceeded', {
      message: `${whose} can make ${describeRate(rate)}.`,
      retryAfterSeconds: waitMs / 1000,
    });
  };
}

/**
 * Sets the rate limits of a key. Undefined values mean that the plan's limits apply. Returns false if the account has
 * no such key.
 */
export async function setKeyRate(db: Db, accountId: number, keyId: number, rate: Rate): Promise<boolean> {
  const rows = await updateKeyRate(db, accountId, keyId, rate.perSecond ?? null, rate.perMinute ?? null);
  return rows.length > 0;
}

/** Returns the result for each request, in order of arrival. */
async function take(db: Db, takings: readonly Taking[]): Promise<Settled<Taken>[]> {
  // Locking keys in the same order everywhere prevents deadlocks.
  const byKey = [...Map.groupBy(takings, ({ rateBucket }) => rateBucket)].sort(([a], [b]) => a - b);
  const rows = await takeRequests(
    db,
    byKey.map(([key]) => key),
    byKey.map(([, [first]]) => first?.rate.perSecond ?? null),
    byKey.map(([, [first]]) => first?.rate.perMinute ?? null),
    byKey.map(([, group]) => group.length),
  );
  const windows = new Map(rows.map((row): [number, Window] => [row.key_id, { row, left: row.granted }]));
  return takings.map(({ rateBucket, rate }) => {
    const window = windows.get(rateBucket);
    if (!window) return { ok: false, error: new Error(`Key ${rateBucket} returned no result`) };
    window.left -= 1;
    const waitMs = window.left >= 0 ? 0 : waitMsOf(rate, window.row);
    return { ok: true, value: { waitMs, rateLimit: rateLimitStatusOf(rate, window.row) } };
  });
}

function describeRate({ perSecond, perMinute }: Rate): string {
  const parts = [
    ...(perSecond === undefined ? [] : [`${perSecond} requests per second`]),
    ...(perMinute === undefined ? [] : [`${perMinute} requests per minute`]),
  ];
  return parts.join(' and ');
}
