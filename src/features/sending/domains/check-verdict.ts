import type { KeySight } from './key-rotation.ts';
import type { DomainKey } from './present.ts';
import type { DomainStatus } from './queries.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a verified domain can still send after its DKIM record was found missing. */
export const GRACE_MS = 48 * HOUR_MS;
/** Minimum time between two notifications about a missing record, even if the record disappears repeatedly. */
export const TELL_AGAIN_MS = DAY_MS;
/** How long a record that is not found yet is checked every hour. After that, it is checked once a day. */
export const EXPECTED_FOR_MS = 14 * DAY_MS;
/** Random variation of check times, as a fraction of the interval. */
const SPREAD = 0.1;

/** The state of a domain before a check. */
export interface Standing {
  readonly status: DomainStatus;
  readonly wasVerified: boolean;
  readonly missingSince: Date | undefined;
  /** When the owner was last notified that the record is missing. */
  readonly toldAt: Date | undefined;
}

/** The result of a check. `tell` is the notification to send to the owner. */
export interface Verdict {
  readonly status: DomainStatus;
  readonly missingSince: Date | undefined;
  readonly toldAt: Date | undefined;
  readonly tell: 'missing' | 'stopped' | 'resumed' | undefined;
}

/**
 * Returns the status of a domain after a check of its required record. A DNS failure changes nothing. A verified domain
 * whose record is missing can send for 48 more hours, and is verified again automatically once the record is found.
 */
export function verdictOn(standing: Standing, sight: KeySight, now: Date): Verdict {
  const { status, missingSince, toldAt, wasVerified } = standing;
  if (sight.kind === 'unknown') return { status, missingSince, toldAt, tell: undefined };
  if (sight.kind === 'found') {
    const tell = status === 'failed' && wasVerified ? 'resumed' : undefined;
    return { status: 'verified', missingSince: undefined, toldAt, tell };
  }
  if (status !== 'verified') return { status: 'failed', missingSince, toldAt, tell: undefined };
  const since = missingSince ?? now;
  if (now.getTime() - since.getTime() >= GRACE_MS) {
    return { status: 'failed', missingSince: since, toldAt: now, tell: 'stopped' };
  }
  const isTold = toldAt !== undefined && (toldAt >= since || now.getTime() - toldAt.getTime() < TELL_AGAIN_MS);
  return { status, missingSince: since, toldAt: isTold ? toldAt : now, tell: isTold ? undefined : 'missing' };
}

/**
 * Returns the milliseconds until the next check: an hour if a record is missing or not found yet, or if DNS did not
 * respond; otherwise a day. `random` varies the result, so that not all domains are checked at the same time.
 */
export function nextCheckMs(
  state: {
    readonly verdict: Pick<Verdict, 'status' | 'missingSince'>;
    readonly isAnswered: boolean;
    readonly keys: readonly Pick<DomainKey, 'state' | 'createdAt'>[];
  },
  now: Date,
  random: () => number,
): number {
  const recently = (since: Date): boolean => now.getTime() - since.getTime() < EXPECTED_FOR_MS;
  const { missingSince } = state.verdict;
  const isAwaited =
    !state.isAnswered ||
    (missingSince !== undefined && recently(missingSince)) ||
    state.keys.some((key) => key.state === 'waiting' && recently(key.createdAt));
  const spread = 1 - SPREAD + 2 * SPREAD * random();
  return Math.round((isAwaited ? HOUR_MS : DAY_MS) * spread);
}
