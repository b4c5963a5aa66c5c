import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { holdWaiting } from './queue-queries.ts';

const HOLD_CHUNK = 1_000;

/**
 * Holds what waits for the URL of an account's webhook that is disabled or removed, so that it may be replayed: at once, in
 * small transactions. What is missed is held when it is due; never rejects.
 */
export async function holdAll({ db, log }: { db: Database; log: Log }, accountId: number): Promise<void> {
  try {
    let count = HOLD_CHUNK;
    while (count === HOLD_CHUNK) count = (await holdWaiting(db, accountId, HOLD_CHUNK)).length;
  } catch (error) {
    log.warn('Waiting webhooks are held later', { accountId, error: (error as Error).message });
  }
}
