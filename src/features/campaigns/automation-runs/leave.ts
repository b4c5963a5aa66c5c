import type { Tx } from '../../../base/db.ts';
import { leaveAll } from './queries.ts';

/**
 * Ends all that a contact waits for: it unsubscribed. One that is deleted leaves by itself, and whoever cannot be mailed for
 * another reason leaves when its next mail is due. The caller holds the contact.
 */
export async function leaveAutomations(tx: Tx, accountId: number, contactId: number): Promise<void> {
  await leaveAll(tx, accountId, [contactId]);
}
