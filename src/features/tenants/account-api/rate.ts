import { createBatcher, type Settled } from '../../../base/batcher.ts';
import type { Clock } from '../../../base/clock.ts';
import { isSilence, type Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import type { RateLimitStatus } from '../../../http/rate-limit-status.ts';
import { takeWindows } from './queries.ts';

/**
 * Requests per minute for a user, shared by all of the user's tokens and clients. A token without a user has its own
 * limit of the same size.
 */
export const PERSON_PER_MINUTE = 60;
/**
 * Requests per minute for a user's sessions. The limit is higher, because one page sends several requests. It is
 * separate, so that the user's API clients cannot use up the dashboard's requests.
 */
export const SESSION_PER_MINUTE = 600;

const WINDOW_SECONDS = 60;
const MAX_BATCH = 500;
const MAX_WAITING = 10_000;
/** Maximum number of exhausted buckets that are cached. All other buckets are looked up in the database. */
const MAX_REMEMBERED = 10_000;

interface Taking {
  readonly bucket: number;
  readonly perMinute: number;
}

interface Taken {
  readonly isGranted: boolean;
  readonly rateLimit: RateLimitStatus;
  /** Milliseconds until the rate limit window ends. */
  readonly leftMs: number;
}

/** Returns the number of requests per minute that the caller may send to the account API. */
export function perMinuteOf({ via }: Pick<Principal, 'via'>): number {
  return via === 'session' ? SESSION_PER_MINUTE : PERSON_PER_MINUTE;
}

/**
 * Creates a rate limiter that allows a caller of the account API at most `perMinuteOf` requests per window, across all
 * processes. A window is one minute long and starts with the first request. Concurrent requests share a statement. The
 * returned function resolves with the number of requests left, or throws rate_limit_exceeded with the time until the
 * window ends.
 */
export function createPersonRate(
  db: Db,
  clock: Clock,
): (principal: Pick<Principal, 'via' | 'rateBucket'>) => Promise<RateLimitStatus> {
  /**
   * Buckets without remaining requests, each with the end of its window. Until then, requests are rejected without a
   * query, so that a flood of requests does not reach the database.
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

  return async (principal) => {
    const { rateBucket: bucket } = principal;
    const perMinute = perMinuteOf(principal);
    const knownMs = (empty.get(bucket) ?? 0) - clock.now();
    if (knownMs > 0) throw overRate(perMinute, knownMs);
    const { isGranted, leftMs, rateLimit } = await batcher.add({ bucket, perMinute });
    if (isGranted) return rateLimit;
    if (empty.size >= MAX_REMEMBERED) empty.clear();
    empty.set(bucket, clock.now() + leftMs);
    throw overRate(perMinute, leftMs);
  };
}

function overRate(perMinute: number, leftMs: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
  return new Refusal('rate_limit_exceeded', {
    message: `Too many requests: the limit is ${perMinute} per minute. Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}

/**
 * Counts requests in the database. Grants the requests of each bucket in order of arrival until the limit is reached.
 */
async function take(db: Db, takings: readonly Taking[]): Promise<Settled<Taken>[]> {
  const groups = [...Map.groupBy(takings, ({ bucket }) => bucket)];
  const rows = await takeWindows(
    db,
    groups.map(([bucket]) => bucket),
    groups.map(([, [first]]) => first?.perMinute ?? 0),
    groups.map(([, group]) => group.length),
  );
  const windows = new Map(rows.map((row) => [row.bucket, { ...row, usedBefore: row.used - row.granted, taken: 0 }]));
  return takings.map(({ bucket, perMinute }) => {
    const window = windows.get(bucket);
    if (!window) return { ok: false, error: new Error(`Bucket ${bucket} returned no result`) };
    window.taken += 1;
    const isGranted = window.taken <= window.granted;
    const rateLimit = {
      limit: perMinute,
      windowSeconds: WINDOW_SECONDS,
      remaining: isGranted ? Math.max(0, perMinute - window.usedBefore - window.taken) : 0,
      resetSeconds: Math.max(1, Math.ceil(window.left_ms / 1000)),
    };
    return { ok: true, value: { isGranted, rateLimit, leftMs: Math.max(1, Math.ceil(window.left_ms)) } };
  });
}
