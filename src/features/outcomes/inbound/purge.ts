import type { Db } from '../../../base/db.ts';
import { purgeInbound, purgeInboundOver } from './queries.ts';

/** Retention of received messages, in days. */
const KEPT_DAYS = 30;
/**
 * Maximum total size of stored messages, in bytes. The size is limited because anyone can send email to the complaint
 * address.
 */
const KEPT_BYTES = 2 * 1024 * 1024 * 1024;
const AT_ONCE = 500;

/**
 * Deletes processed messages older than 30 days, and the oldest processed messages beyond a total of 2 GiB. Never
 * deletes unprocessed messages. Resolves with the number of deleted messages.
 */
export async function purgeReceived(
  db: Db,
  { keptBytes = KEPT_BYTES }: { readonly keptBytes?: number } = {},
): Promise<number> {
  const old = await inBatches(() => purgeInbound(db, KEPT_DAYS, AT_ONCE));
  return old + (await inBatches(() => purgeInboundOver(db, keptBytes, AT_ONCE)));
}

async function inBatches(removeSome: () => Promise<readonly unknown[]>): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await removeSome();
    removed += rows.length;
    if (rows.length < AT_ONCE) return removed;
  }
}
