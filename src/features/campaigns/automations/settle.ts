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
 * Updates the derived state of an automation, its triggers, and its steps after any change: whether contacts enter,
 * their first step, and the time of each step's next check. A step is checked when it is due for its first contact, and
 * never while the automation is inactive. A removed step with waiting contacts is checked immediately, and so is one
 * step of a deleted automation that still has entries. A step that failed keeps its retry time. If a rescheduled step
 * is due, the processes that run automations are notified when the transaction commits. Idempotent. The caller must
 * hold the lock on the automation's row. Locks the steps in the order of their IDs.
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
