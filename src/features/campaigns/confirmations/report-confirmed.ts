import { isUnavailable, sqlStateOf, type Tx } from '../../../base/db.ts';
import { inPart } from '../../../base/savepoint.ts';
import type { ConfirmationParts } from './types.ts';

/** SQLSTATE codes of serialization failures and deadlocks. After these errors, the whole transaction is retried. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];

/**
 * Notifies the listeners that a contact has confirmed. If a listener fails, the error is logged and the confirmation is
 * not undone. Throws only serialization failures, deadlocks, and errors of an unavailable database.
 */
export async function reportConfirmed(
  tx: Tx,
  { log, onConfirmed }: Pick<ConfirmationParts, 'log' | 'onConfirmed'>,
  accountId: number,
  contactId: number,
): Promise<void> {
  for (const listener of onConfirmed) {
    const done = await inPart(tx, async () => listener(tx, accountId, contactId));
    if (done.ok) continue;
    if (isUnavailable(done.error) || TO_BE_REPEATED.includes(sqlStateOf(done.error) ?? '')) throw done.error;
    log.error('Confirmation listener failed', { accountId, contactId, error: done.error });
  }
}
