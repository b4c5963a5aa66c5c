import type { Tx } from '../../../base/db.ts';
import {
  lockItems,
  retryItem,
  ringRuns,
  scheduleItems,
  updateChecks,
  updateTriggerState,
  type ScheduledItemRow,
} from './item-queries.ts';

/**
 * Updates the derived state of an automation, its triggers, and its steps after a change: whether contacts enter, their
 * first step, and the time of each step's next check. If a step is due, notifies the processes that run automations
 * when the transaction commits. Idempotent. The caller must hold the lock on the automation's row.
 */
export async function updateAutomationState(tx: Tx, accountId: number, automationId: number): Promise<void> {
  await lockItems(tx, accountId, automationId);
  await ringIfDue(tx, await scheduleItems(tx, accountId, automationId));
  await updateChecks(tx, accountId, automationId);
  await updateTriggerState(tx, accountId, automationId);
}

/**
 * If the previous attempt failed, immediately retries the automation email whose content is stored in this campaign.
 */
export async function retryMail(tx: Tx, accountId: number, campaignId: number): Promise<void> {
  await ringIfDue(tx, await retryItem(tx, accountId, campaignId));
}

async function ringIfDue(tx: Tx, settled: readonly ScheduledItemRow[]): Promise<void> {
  if (settled.some((row) => row.is_due)) await ringRuns(tx);
}
