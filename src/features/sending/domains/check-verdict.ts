import type { KeyCheck } from './key-rotation.ts';
import type { DomainKey } from './present.ts';
import type { DomainStatus } from './queries.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Grace period in milliseconds. A verified domain can still send for this time after its DKIM record was found missing.
 */
export const GRACE_MS = 48 * HOUR_MS;
/**
 * Minimum time, in milliseconds, between two notifications about a missing record, even if the record disappears
 * repeatedly.
 */
export const NOTIFY_AGAIN_MS = DAY_MS;
/**
 * Period in milliseconds in which a missing record, or the record of a key that does not sign yet, is checked every
 * hour. After this period, the record is checked once a day.
 */
export const EXPECTED_FOR_MS = 14 * DAY_MS;
/** Jitter of the check interval, as a fraction of the interval. */
const SPREAD = 0.1;

/** The state of a domain before a check. */
export interface CheckedDomain {
  readonly status: DomainStatus;
  readonly wasVerified: boolean;
  readonly missingSince: Date | undefined;
  /** Time of the last notification to the owner that the record is missing. */
  readonly notifiedAt: Date | undefined;
}

/** The result of a check. `notify` is the notification to send to the owner. */
export interface Verdict {
  readonly status: DomainStatus;
  readonly missingSince: Date | undefined;
  readonly notifiedAt: Date | undefined;
  readonly notify: 'missing' | 'stopped' | 'resumed' | undefined;
}

/**
 * Returns the status of a domain after a check of its required record. A DNS failure changes nothing. A verified domain
 * whose record is missing can send for 48 more hours, and is verified again automatically once the record is found.
 */
export function verdictOn(checkedDomain: CheckedDomain, keyCheck: KeyCheck, now: Date): Verdict {
  const { status, missingSince, notifiedAt, wasVerified } = checkedDomain;
  if (keyCheck.kind === 'unknown') return { status, missingSince, notifiedAt, notify: undefined };
  if (keyCheck.kind === 'found') {
    const notify = status === 'failed' && wasVerified ? 'resumed' : undefined;
    return { status: 'verified', missingSince: undefined, notifiedAt, notify };
  }
  if (status !== 'verified') return { status: 'failed', missingSince, notifiedAt, notify: undefined };
  const since = missingSince ?? now;
  if (now.getTime() - since.getTime() >= GRACE_MS) {
    return { status: 'failed', missingSince: since, notifiedAt: now, notify: 'stopped' };
  }
  const isNotified =
    notifiedAt !== undefined && (notifiedAt >= since || now.getTime() - notifiedAt.getTime() < NOTIFY_AGAIN_MS);
  return {
    status,
    missingSince: since,
    notifiedAt: isNotified ? notifiedAt : now,
    notify: isNotified ? undefined : 'missing',
  };
}

/**
 * Returns the milliseconds until the next check: an hour if DNS did not respond, or if a record has been missing or
 * awaited for less than `EXPECTED_FOR_MS`; otherwise a day. Adds jitter from `random`, so that not all domains are
 * checked at the same time.
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
