import { isUnavailable, sqlStateOf, type Tx } from '../../../base/db.ts';
import { inPart } from '../../../base/savepoint.ts';
import type { ConfirmationParts } from './types.ts';

/** Serialisation failure and deadlock: the whole is done again. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];

/** Tells those who wait for it that a contact has confirmed. Who fails over it takes nothing back, and is logged. */
export async function tellConfirmed(
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
