import type { Tx } from '../../../base/db.ts';
import { keepEarlyUnsubscription, markDeliverables } from './queries.ts';

/**
 * Link number that marks an unsubscription in the table campaign_early_visit, which stores opens and clicks until the
 * outcome of the message is stored.
 */
export const UNSUBSCRIPTION = -1;

/** An unsubscription through a campaign message. */
export interface UnsubscribedBy {
  readonly campaignId: number;
  readonly contactId: number;
  readonly at: Date;
}

/**
 * Counts that a contact unsubscribed through a campaign message, but only the first time. If the outcome of the message
 * is not stored yet, the unsubscription is stored separately and counted later, unless the campaign was deleted. The
 * caller must have updated the contact.
 */
export async function noteUnsubscribedBy(
  tx: Tx,
  accountId: number,
  campaignId: number,
  contactId: number,
  at: Date,
): Promise<void> {
  // Store the early unsubscription first. If the outcome is stored between the two statements, the second statement
  // finds the outcome. Only the first time counts.
  await keepEarlyUnsubscription(tx, accountId, campaignId, contactId, UNSUBSCRIPTION, at);
  await markUnsubscribed(tx, accountId, [{ campaignId, contactId, at }]);
}

/** Counts unsubscriptions. Ignores those whose message has no stored outcome yet. */
export async function markUnsubscribed(tx: Tx, accountId: number, unsubscribed: readonly UnsubscribedBy[]) {
  await markDeliverables(
    tx,
    accountId,
    unsubscribed.map(({ campaignId }) => campaignId),
    unsubscribed.map(({ contactId }) => contactId),
    unsubscribed.map(() => null),
    unsubscribed.map(() => null),
    unsubscribed.map(({ at }) => at),
  );
}
