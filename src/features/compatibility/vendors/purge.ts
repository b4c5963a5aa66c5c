import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { leastUuidOf } from '../../../base/ids.ts';
import { deleteOldDeliveries } from './hooks/queries.ts';
import { KEPT_DAYS, MAX_PURGED } from './limits.ts';
import { accountsToPurge, deleteOldEvents, deleteOldMessages, deleteOldRepeats } from './purge-queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Maximum number of messages deleted per statement. Each message may have a thousand recipients. */
const MAX_MESSAGES = 100;
/** Maximum number of accounts per run. The next run continues with the accounts that still have old rows. */
const MAX_ACCOUNTS = 1_000;
/** Number of milliseconds after which a run starts no new batches. */
const RUN_MS = 10_000;
/**
 * Number of hours after which deliveries expire. An event is normally retried for less than a day. Deliveries to a
 * receiver that fails continuously are deleted after this time.
 */
const POSTED_HOURS = 72;

/**
 * Expires deliveries that could not be posted for three days. Deletes events and the recipients of repeatable batches
 * after 30 days. Deletes messages only after 60 days, because an event can be written long after its message. Runs one
 * statement at a time until no old rows are left or the time limit is reached. Safe to repeat after a crash. An account
 * whose rows cannot be deleted does not block other accounts, and its error is thrown at the end.
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
  for (const { account_id: accountId } of await accountsToPurge(db, KEPT_DAYS, before, MAX_ACCOUNTS)) {
    await forget(MAX_PURGED, async () => deleteOldEvents(db, accountId, KEPT_DAYS, MAX_PURGED));
    await forget(MAX_MESSAGES, async () => deleteOldMessages(db, accountId, before, MAX_MESSAGES));
  }
  if (failures.length > 0) throw failures[0];
}
