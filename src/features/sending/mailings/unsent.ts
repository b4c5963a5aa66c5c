import type { Db, Tx } from '../../../base/db.ts';
import { DELIVERY_CHANNEL } from '../delivery/index.ts';
import { hintDelivery } from './queries.ts';
import { deletePrepared, releaseDue, standings, takeRecipients, type MailingStanding } from './unsent-queries.ts';

/** Rows in the queue that are due sooner may be in a worker's hands: its leases are not longer. */
const ROW_LEASE_SECONDS = 25;
/** A mailing that is sent over hours and stood still for so long goes on at its pace, instead of catching up. */
const BEHIND_SECONDS = 300;

/** Recipients that were taken out of a mailing, as its owner knows them. */
interface TakenRecipients {
  readonly refs: readonly number[];
  /** Whether nothing is left that could be taken, now or later. Else somebody may have the rest in hand: ask again. */
  readonly isOver: boolean;
}

/**
 * Takes at most `limit` recipients who have no outcome out of a mailing that is paused or being prepared; they are its no
 * more. Whoever adds them to another in the same transaction has each in exactly one. What a worker has leased is left to it
 * until it comes back, at the latest when the lease ends.
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
 * Lets delivery have what has become due of a mailing that is sent over hours, and says when there is more: its owner asks
 * again then. Undefined when nothing waits for its time, or the mailing is not being sent now.
 */
export async function releaseSpread(tx: Tx, accountId: number, mailingId: string): Promise<Date | undefined> {
  const [row] = await releaseDue(tx, accountId, mailingId, BEHIND_SECONDS);
  await hintDelivery(tx, DELIVERY_CHANNEL);
  return row?.next_due ?? undefined;
}

/** How far mailings of the account are; those that are gone are left out. */
export async function standingsOf(
  db: Db,
  accountId: number,
  mailingIds: readonly string[],
): Promise<ReadonlyMap<string, MailingStanding>> {
  const rows = mailingIds.length === 0 ? [] : await standings(db, accountId, mailingIds);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Forgets mailings that are still being prepared, as if they had never been made. */
export async function removePrepared(tx: Tx, accountId: number, mailingIds: readonly string[]): Promise<void> {
  await deletePrepared(tx, accountId, mailingIds);
}
