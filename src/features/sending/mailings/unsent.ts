import type { Db, Tx } from '../../../base/db.ts';
import { DELIVERY_CHANNEL } from '../delivery/index.ts';
import { hintDelivery } from './queries.ts';
import {
  deletePrepared,
  releaseDue,
  mailingsProgress,
  takeRecipients,
  type MailingProgress,
} from './unsent-queries.ts';

/**
 * Duration of the lease of a queue row, in seconds. Rows that are due within this time are not removed, because a
 * worker may have leased them.
 */
const ROW_LEASE_SECONDS = 25;
/**
 * If a mailing that is distributed over hours is more than this many seconds late, it continues at its normal rate
 * instead of catching up.
 */
const BEHIND_SECONDS = 300;

/** Recipients that were removed from a mailing. `refs` are the IDs that the owner of the mailing uses for them. */
interface RemovedRecipients {
  readonly refs: readonly number[];
  /** True if all recipients have been removed. If false, some may be leased, so the caller must try again. */
  readonly isOver: boolean;
}

/**
 * Removes at most `limit` recipients without an outcome from a mailing that is paused or in preparation. Leased
 * recipients stay until they are released or their lease expires.
 */
export async function takeUnsent(
  tx: Tx,
  accountId: number,
  mailingId: string,
  limit: number,
): Promise<RemovedRecipients> {
  const rows = await takeRecipients(tx, accountId, mailingId, ROW_LEASE_SECONDS, limit);
  return { refs: rows.flatMap(({ ref }) => ref ?? []), isOver: rows[0]?.is_over ?? true };
}

/**
 * Queues the due chunks of a mailing that is distributed over hours. Returns the time at which more chunks become due,
 * so that the owner can call this function again at that time. Returns undefined if no chunks are scheduled, or if the
 * mailing is not being sent.
 */
export async function releaseSpread(tx: Tx, accountId: number, mailingId: string): Promise<Date | undefined> {
  const [row] = await releaseDue(tx, accountId, mailingId, BEHIND_SECONDS);
  await hintDelivery(tx, DELIVERY_CHANNEL);
  return row?.next_due ?? undefined;
}

/** Returns the progress of the account's mailings. Omits deleted mailings. */
export async function progressOfMailings(
  db: Db,
  accountId: number,
  mailingIds: readonly string[],
): Promise<ReadonlyMap<string, MailingProgress>> {
  const rows = mailingIds.length === 0 ? [] : await mailingsProgress(db, accountId, mailingIds);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deletes mailings that are still in preparation. */
export async function removePrepared(tx: Tx, accountId: number, mailingIds: readonly string[]): Promise<void> {
  await deletePrepared(tx, accountId, mailingIds);
}
