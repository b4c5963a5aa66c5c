import type { Tx } from '../base/db.ts';
import { retryMail } from '../features/campaigns/automations/index.ts';
import { retryConfirmation } from '../features/campaigns/confirmations/index.ts';

/** Retries an automatic email that could not be sent. Has no effect on regular campaigns. */
export async function retryRecord(tx: Tx, accountId: number, campaignId: number): Promise<void> {
  await retryMail(tx, accountId, campaignId);
  await retryConfirmation(tx, accountId, campaignId);
}
