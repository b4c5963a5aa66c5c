import type { Tx } from '../../../base/db.ts';
import { keepEarlyUnsubscription, markDeliverables } from './queries.ts';

/** The number of no link, under which an unsubscription stands among early visits. */
export const UNSUBSCRIPTION = -1;

/** Who unsubscribed by the mail of a campaign, and when. */
export interface UnsubscribedBy {
  readonly campaignId: number;
  readonly contactId: number;
  readonly at: Date;
}

/**
 * Counts that a contact unsubscribed by a mail of a campaign, the first time alone. Where the outcome of that mail is not
 * written yet it is kept, and counted once it is; nothing where the campaign is gone. The contact itself is noted before, by
 * who changes it.
 */
export async function noteUnsubscribedBy(
  tx: Tx,
  accountId: number,
  campaignId: number,
  contactId: number,
  at: Date,
): Promise<void> {
  // Kept first: an outcome that is written between the two is found by the second, and the first counts once.
  await keepEarlyUnsubscription(tx, accountId, campaignId, contactId, UNSUBSCRIPTION, at);
  await markUnsubscribed(tx, accountId, [{ campaignId, contactId, at }]);
}

/** Counts those whose mails' outcomes are written. */
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
