import type { Db } from '../../../base/db.ts';
import { purgeInbound, purgeInboundOver } from './queries.ts';

/** Days for which received mails are kept. */
const KEPT_DAYS = 30;
/** All kept mails together: anybody may write to the address of complaints. */
const KEPT_BYTES = 2 * 1024 * 1024 * 1024;
const AT_ONCE = 500;

/**
 * Removes processed mails that are older than 30 days, and the oldest beyond 2 GB; resolves with how many. What waits is
 * never removed.
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
