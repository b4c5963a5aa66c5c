import type { Db, Tx } from '../../../base/db.ts';
import { DELIVERY_CHANNEL } from '../delivery/index.ts';
import { hintDelivery } from './queries.ts';
import { deletePrepared, releaseDue, standings, takeRecipients, type MailingStanding } from './unsent-queries.ts';

/** Longest lease of a row. A worker may hold rows in the queue that are due sooner than this. */
const ROW_LEASE_SECONDS = 25;
/** Delay after which a mailing that is spread over hours continues at its normal rate instead of catching up. */
const BEHIND_SECONDS = 300;

/** Recipients that were removed from a mailing, by the IDs that their owner uses. */
interface TakenRecipients {
  readonly refs: readonly number[];
  /**
   * Whether nothing is left to remove, now or later. If false, a worker may hold the remaining recipients, so the
   * caller must try again.
   */
  readonly isOver: boolean;
}

/**
 * Removes at most `limit` recipients without an outcome from a mailing that is paused or in preparation. If the caller
 * adds the removed recipients to another mailing in the same transaction, each recipient is in exactly one mailing.
 * Recipients that a worker has leased stay until they are released, or the lease ends.
 */
export async function takeUnsent(
  tx: Tx,
  accountId: number,
  mailingId: string,
  limit: number,
): Promise<TakenRecipients> {
  const rows = await takeRecipients(tx, accountId, mailingId, ROW_LEASE_SECONDS, limit);
  return { refs: rows.flatMap(({ ref }) => ref ?? []), isOver: rows[0]?.is_over ?? true };
}

/**
 * Makes chunks that have become due in a mailing that is spread over hours available to delivery. Returns the time when
 * more chunks become due, so that the owner can call this again, or undefined if no chunk is waiting for its time or
 * the mailing is not being sent now.
 */
export async function releaseSpread(tx: Tx, accountId: number, mailingId: string): Promise<Date | undefined> {
  const [row] = await releaseDue(tx, accountId, mailingId, BEHIND_SECONDS);
  await hintDelivery(tx, DELIVERY_CHANNEL);
  return row?.next_due ?? undefined;
}

/** Returns the progress of the account's mailings. Deleted mailings are left out. */
export async function standingsOf(
  db: Db,
  accountId: number,
  mailingIds: readonly string[],
): Promise<ReadonlyMap<string, MailingStanding>> {
  const rows = mailingIds.length === 0 ? [] : await standings(db, accountId, mailingIds);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deletes mailings that are still in preparation, as if they had never been created. */
export async function removePrepared(tx: Tx, accountId: number, mailingIds: readonly string[]): Promise<void> {
  await deletePrepared(tx, accountId, mailingIds);
}
