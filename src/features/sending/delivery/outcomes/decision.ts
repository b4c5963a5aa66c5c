import { timeOfUuid } from '../../../../base/ids.ts';
import { delayAfterMs, HOUR_MS, nextDelayMs, scheduledAgeMs, scheduleOf, type RetrySchedule } from './retry.ts';
import type { AttemptDetails, Claim, Outcome, OutcomeKind } from '../types.ts';

/** Values of the `delivery.status` column for final outcomes. See sql/0001-baseline.sql. */
const STATUS: Readonly<Record<Exclude<OutcomeKind, 'deferred'>, number>> = {
  suppressed: 1,
  failed: 2,
  bounced: 3,
  complained: 4,
  delivered: 7,
};
/**
 * Maximum number of times that a message is retried immediately after the process that was sending it died. After
 * further crashes, the message itself may be the cause.
 */
const MAX_AT_ONCE = 2;
const QUEUED = 5;
const SENT = 6;

/** A finished attempt that has not been recorded. */
export interface Finished {
  readonly claim: Claim;
  readonly outcome: Outcome;
  readonly details: AttemptDetails;
}

export interface Decision {
  readonly kind: OutcomeKind;
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly becameDelayed: boolean;
  /** Whether the result is unknown because the process died. Copied from the outcome. */
  readonly isInDoubt: boolean;
  readonly enhanced: string | null;
  readonly reason: string | null;
}

/** Determines a recipient's status after an attempt, and the delay before the next attempt. Pure. */
export function decide({ claim, details, outcome }: Finished, random: number): Decision {
  const { isInDoubt = false } = outcome;
  const base = {
    enhanced: outcome.status,
    reason: outcome.reason,
    becameDelayed: false,
    delayMs: undefined,
    isInDoubt,
  };
  if (outcome.kind !== 'deferred') return { ...base, kind: outcome.kind, status: STATUS[outcome.kind] };

  const schedule = scheduleOf(claim.mailClass);
  const ageMs = details.finishedAtMs - timeOfUuid(claim.messageId);
  // Campaign messages expire after a number of attempts, regardless of their age, because a campaign may take days to
  // reach its last recipients.
  const triedForMs = claim.mailClass === 'campaign' ? scheduledAgeMs(schedule, claim.attempts) : ageMs;
  const isAtOnce = isInDoubt && claim.taken <= MAX_AT_ONCE;
  const delayMs = isAtOnce ? 0 : delayOf(outcome, schedule, { attempts: claim.attempts + 1, triedForMs, random });
  if (delayMs === undefined) {
    const hours = schedule.expiresAfterMs / HOUR_MS;
    const reason = `Expired after ${claim.attempts + 1} attempts in ${hours} hours: ${outcome.reason ?? 'no response'}`;
    return { ...base, kind: 'failed', status: STATUS.failed, enhanced: '4.4.7', reason };
  }
  const status = claim.wasSent || outcome.handedOverAtMs !== undefined ? SENT : QUEUED;
  // A message counts as delayed after its first failed attempt, but not after an immediate retry.
  return { ...base, kind: 'deferred', status, delayMs, becameDelayed: !claim.wasDelayed && delayMs > 0 };
}

function delayOf(
  { retryAfterMs }: Outcome,
  schedule: RetrySchedule,
  about: { readonly attempts: number; readonly triedForMs: number; readonly random: number },
): number | undefined {
  const { attempts, random, triedForMs } = about;
  if (retryAfterMs !== undefined) return delayAfterMs(schedule, retryAfterMs, triedForMs, random);
  return nextDelayMs(schedule, attempts, triedForMs, random);
}
