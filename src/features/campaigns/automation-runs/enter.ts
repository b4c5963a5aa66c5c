import type { Tx } from '../../../base/db.ts';
import type { EngagedListener } from '../campaign-results/index.ts';
import { enterByListsOf, enterByVisitsOf, leaveAll } from './queries.ts';

/**
 * Lets a contact that can be mailed from now on into the automations of the lists that it is in. Whoever adds a contact to a
 * list that can be mailed already has nothing to call: it enters with that. The caller holds the contact.
 */
export async function enterByLists(tx: Tx, accountId: number, contactId: number): Promise<void> {
  await enterByListsOf(tx, accountId, contactId);
}

/** Lets contacts into the automations of what they opened, or followed links of. The caller holds the contacts. */
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

/**
 * Ends all that a contact waits for: it unsubscribed. One that is deleted leaves by itself, and whoever cannot be mailed for
 * another reason leaves when its next mail is due. The caller holds the contact.
 */
export async function leaveAutomations(tx: Tx, accountId: number, contactId: number): Promise<void> {
  await leaveAll(tx, accountId, [contactId]);
}
