import type { Tx } from '../../../base/db.ts';
import { lockItems, retryItem, ringRuns, settleItems, settleTrigger, type SettledRow } from './item-queries.ts';

/**
 * Makes right what follows from an automation, its trigger and its mails, after any change of them: whether contacts enter and
 * which mail they wait for first, and when each mail is to be looked at. That is when its first contact is due; never while
 * the automation is not active; at once for a mail that was removed while somebody waits for it, and for one mail of a deleted
 * automation as long as that has entries. What fails at present keeps the time of its next try. What is due from now on is sent
 * within a second of the commit. Saying it twice changes nothing.
 *
 * Only whoever holds the automation's row; locks its mails by their ids.
 */
export async function settleAutomation(tx: Tx, accountId: number, automationId: number): Promise<void> {
  await lockItems(tx, accountId, automationId);
  await ringIfDue(tx, await settleItems(tx, accountId, automationId));
  await settleTrigger(tx, accountId, automationId);
}

/** Has the mail of an automation that is kept by a campaign tried at once, if it could not be sent as it was. */
export async function retryMail(tx: Tx, accountId: number, campaignId: number): Promise<void> {
  await ringIfDue(tx, await retryItem(tx, accountId, campaignId));
}

async function ringIfDue(tx: Tx, settled: readonly SettledRow[]): Promise<void> {
  if (settled.some((row) => row.is_due)) await ringRuns(tx);
}
