import { isUnavailable, sqlStateOf, type Tx } from '../../../base/db.ts';
import { inPart } from '../../../base/savepoint.ts';
import type { ConfirmationParts } from './types.ts';

/** Serialization failure and deadlock. The whole transaction is repeated. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];

/**
 * Notifies the listeners that a contact has confirmed. The failure of a listener is logged and does not undo the
 * confirmation.
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
