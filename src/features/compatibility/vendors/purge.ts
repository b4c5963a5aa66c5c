import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { leastUuidOf } from '../../../base/ids.ts';
import { deleteOldDeliveries } from './hooks/queries.ts';
import { KEPT_DAYS, MAX_PURGED } from './limits.ts';
import { accountsToForget, deleteOldEvents, deleteOldMessages, deleteOldRepeats } from './purge-queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Messages of one piece: each may have a thousand recipients. */
const MAX_MESSAGES = 100;
/** Accounts that one run looks at; the next goes on with those that still have something. */
const MAX_ACCOUNTS = 1_000;
/** For how long a run begins new pieces. */
const RUN_MS = 10_000;
/** The last retry of an event comes within a day of the first; of a receiver that only fails, what waits is given up then. */
const POSTED_HOURS = 72;

/**
 * Gives up what could not be posted for three days. Forgets events, and whom batches were accepted for, after 30 days, and
 * messages after 60, because what becomes of them is written later than they. In pieces of a statement each, until nothing is
 * that old or its time is over; safe to repeat after a crash. An account whose rows cannot be deleted keeps no other's: its
 * error is thrown in the end.
 */
export async function purgeVendorMail({ clock, db }: { readonly clock: Clock; readonly db: Db }): Promise<void> {
  const untilMs = clock.now() + RUN_MS;
  const before = leastUuidOf(clock.now() - 2 * KEPT_DAYS * DAY_MS);
  const failures: unknown[] = [];
  const forget = async (limit: number, piece: () => Promise<readonly { readonly n: number }[]>): Promise<void> => {
    try {
      while (clock.now() < untilMs) {
        const [row] = await piece();
        if (!row || row.n < limit) break;
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await deleteOldDeliveries(db, POSTED_HOURS, MAX_PURGED);
  await forget(MAX_PURGED, async () => deleteOldRepeats(db, KEPT_DAYS, MAX_PURGED));
  for (const { account_id: accountId } of await accountsToForget(db, KEPT_DAYS, before, MAX_ACCOUNTS)) {
    await forget(MAX_PURGED, async () => deleteOldEvents(db, accountId, KEPT_DAYS, MAX_PURGED));
    await forget(MAX_MESSAGES, async () => deleteOldMessages(db, accountId, before, MAX_MESSAGES));
  }
  if (failures.length > 0) throw failures[0];
}
