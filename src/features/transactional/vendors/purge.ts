import type { Db } from '../../../base/db.ts';
import { deleteOldDeliveries } from './hooks/queries.ts';
import { KEPT_DAYS, MAX_PURGED } from './limits.ts';
import { deleteOldEvents, deleteOldMessages, deleteOldRepeats } from './queries.ts';

/** Messages of one run: each may have a thousand recipients. */
const MAX_MESSAGES = 100;
/** The last retry of an event comes within a day of the first; of a receiver that only fails, what waits is given up then. */
const POSTED_HOURS = 72;

/**
 * Gives up what could not be posted for three days. Forgets events, and whom batches were accepted for, after 30 days, and
 * messages after 60, because what becomes of them is written later than they. Safe to repeat after a crash.
 */
export async function purgeVendorMail(db: Db): Promise<void> {
  await deleteOldDeliveries(db, POSTED_HOURS, MAX_PURGED);
  await deleteOldEvents(db, KEPT_DAYS, MAX_PURGED);
  await deleteOldRepeats(db, KEPT_DAYS, MAX_PURGED);
  await deleteOldMessages(db, KEPT_DAYS, MAX_MESSAGES);
}
