import type { Tx } from '../../../base/db.ts';
import type { EngagedListener } from '../campaign-results/index.ts';
import { enterByListsOf, enterByVisitsOf, leaveAll } from './enter-queries.ts';

/**
 * Adds a contact who can now receive email to the automations that are triggered by the contact's lists, tags, or
 * creation. The caller must hold the contact's row lock.
 */
export async function enterByLists(tx: Tx, accountId: number, contactId: number): Promise<void> {
  await enterByListsOf(tx, accountId, contactId);
}

/**
 * Adds contacts to the automations that are triggered by opens and clicks of the given campaigns. The caller must hold
 * the contacts' row locks.
 */
export async function enterByVisits(tx: Tx, accountId: number, engaged: Parameters<EngagedListener>[2]): Promise<void> {
  const done = engaged.flatMap(({ campaignId, clicked, contactId, opened }) => [
    ...(opened ? [{ campaignId, contactId, type: 'open_campaign' as const }] : []),
    ...(clicked ? [{ campaignId, contactId, type: 'click_campaign' as const }] : []),
  ]);
  if (done.length === 0) return;
  await enterByVisitsOf(
    tx,
    accountId,
    done.map(({ campaignId }) => campaignId),
    done.map(({ contactId }) => contactId),
    done.map(({ type }) => type),
  );
}

/** Removes a contact from all automations. The caller must hold the contact's row lock. */
export async function leaveAutomations(tx: Tx, accountId: number, contactId: number): Promise<void> {
  await leaveAll(tx, accountId, [contactId]);
}
