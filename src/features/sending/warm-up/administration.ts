import type { Database, Db } from '../../../base/db.ts';
import { deleteProgress, deleteStarts, endRamps, listedWarmUps, setStart } from './queries.ts';
import { RAMP } from './ramp.ts';

const LISTED = 1_000;
const WHOLE_SOURCE = '';

/** The warm-up state of a source, a sender domain, and a provider. */
export interface WarmUpStatus {
  readonly source: string;
  readonly senderDomain: string;
  readonly provider: string;
  /** The current day of the ramp, starting with 1, and its limit. Undefined after the ramp. */
  readonly today: { readonly rampDay: number; readonly share: number } | undefined;
  /** Number of messages that were sent or reserved on the current day. */
  readonly granted: number;
  readonly policyBounces: number;
  /**
   * Whether the limit will stay the same on the next day because receivers rejected too many of the current day's
   * messages for policy reasons.
   */
  readonly isHeld: boolean;
}

/** Returns the first thousand warm-ups, sorted by source, sender domain, and provider. */
export async function listWarmUps(db: Db, holdPercent: number): Promise<WarmUpStatus[]> {
  const rows = await listedWarmUps(db, RAMP.length, holdPercent, LISTED);
  return rows.map((row) => ({
    source: row.source,
    senderDomain: row.sender_domain,
    provider: row.provider,
    today: row.ramp_day === null ? undefined : { rampDay: row.ramp_day, share: RAMP[row.ramp_day - 1] ?? 0 },
    granted: row.granted,
    policyBounces: row.policy_bounces,
    isHeld: row.ramp_day !== null && row.is_held,
  }));
}

/**
 * Starts the ramp of a source, or of one domain on the source, at day 1, even if the source has been sending for a long
 * time.
 */
export async function startWarmUp(db: Database, source: string, senderDomain?: string): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteStarts(tx, source, senderDomain ?? null);
    await setStart(tx, source, senderDomain ?? WHOLE_SOURCE, true);
    await deleteProgress(tx, source, senderDomain ?? null);
  });
}

/**
 * Ends the ramps of a source, or of one domain on the source. If a provider is given, ends only the ramps that have
 * started at this provider. Resolves with the number of stored warm-ups that match.
 */
export async function skipWarmUp(
  db: Database,
  source: string,
  only: { readonly senderDomain?: string | undefined; readonly provider?: string | undefined } = {},
): Promise<number> {
  const { senderDomain, provider } = only;
  return db.transaction(async (tx) => {
    if (provider === undefined) {
      await deleteStarts(tx, source, senderDomain ?? null);
      await setStart(tx, source, senderDomain ?? WHOLE_SOURCE, false);
    }
    return (await endRamps(tx, source, senderDomain ?? null, provider ?? null)).length;
  });
}

/** Deletes the state of a source, or of one domain on it. The next message is then treated as the first. */
export async function resetWarmUp(db: Database, source: string, senderDomain?: string): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteStarts(tx, source, senderDomain ?? null);
    await deleteProgress(tx, source, senderDomain ?? null);
  });
}
