import type { KeySight } from './key-rotation.ts';
import type { DomainKey } from './present.ts';
import type { DomainStatus } from './queries.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** So long a verified domain still sends after its DKIM record was found missing. */
export const GRACE_MS = 48 * HOUR_MS;
/** The owner hears of a missing record at most once in so long, also when it comes and goes. */
export const TELL_AGAIN_MS = DAY_MS;
/** For so long a record that is awaited is looked for every hour, then once a day. */
export const EXPECTED_FOR_MS = 14 * DAY_MS;
/** Checks of one day are spread by this part of it. */
const SPREAD = 0.1;

/** What is known of a domain before a check. */
export interface Standing {
  readonly status: DomainStatus;
  readonly wasVerified: boolean;
  readonly missingSince: Date | undefined;
  /** When the owner was last told that the record is missing. */
  readonly toldAt: Date | undefined;
}

/** What a check comes to. `tell` is what the owner is to hear of. */
export interface Verdict {
  readonly status: DomainStatus;
  readonly missingSince: Date | undefined;
  readonly toldAt: Date | undefined;
  readonly tell: 'missing' | 'stopped' | 'resumed' | undefined;
}

/**
 * The status of a domain after a look at the record that it needs. No answer of DNS changes nothing. A verified domain
 * whose record is gone sends for 48 hours more; found again, it is verified by itself.
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
 * How long until the next check: a day, a little more or less by `random` so that not all domains are looked at together;
 * an hour while a record is awaited or missing, or DNS did not answer.
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
