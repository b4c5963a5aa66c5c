import type { Tx } from '../base/db.ts';
import { retryMail } from '../features/campaigns/automations/index.ts';
import { retryConfirmation } from '../features/campaigns/confirmations/index.ts';

/** Has a mail that is sent by itself tried again at once, where it could not be sent; of a campaign proper this does nothing. */
export async function retryRecord(tx: Tx, accountId: number, campaignId: number): Promise<void> {
  await retryMail(tx, accountId, campaignId);
  await retryConfirmation(tx, accountId, campaignId);
}
