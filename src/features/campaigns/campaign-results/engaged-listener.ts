import { sqlStateOf, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { inPart } from '../../../base/savepoint.ts';
import type { RecipientMoves } from './recipient-moves.ts';

/** First open or click of a contact in a campaign, not counting bots. */
export interface FirstEngagement {
  readonly campaignId: number;
  readonly contactId: number;
  readonly opened: boolean;
  readonly clicked: boolean;
}

/**
 * Called when contacts open a campaign or click a link in the campaign for the first time, not counting bots. Called at
 * the end of the transaction that counts these opens and clicks. This transaction holds locks on the contacts. If an
 * open or click later turns out to be from a bot, the call is not undone, and a later open or click by the contact may
 * be reported again.
 */
export type EngagedListener = (tx: Tx, accountId: number, engaged: readonly FirstEngagement[]) => Promise<void>;

/** SQLSTATE codes of serialization failures and deadlocks. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
const MAX_TRIES = 3;

/** Returns the contacts who opened the campaign or clicked a link for the first time. Pure. */
export function engagedBy(moves: readonly RecipientMoves[]): FirstEngagement[] {
  return moves
    .map(({ after, before }) => ({
      campaignId: before.campaign_id,
      contactId: before.contact_id,
      opened: before.opened_at === null && after.opened_at !== null,
      clicked: before.clicked_at === null && after.clicked_at !== null,
    }))
    .filter(({ clicked, opened }) => opened || clicked);
}

/**
 * Calls each listener in its own savepoint, so that a failing listener does not undo the recording of opens and clicks
 * or affect other listeners.
 */
export async function reportEngaged(
  tx: Tx,
  { log, onEngaged }: { readonly log: Log; readonly onEngaged: readonly EngagedListener[] },
  accountId: number,
  engaged: readonly FirstEngagement[],
): Promise<void> {
  if (engaged.length === 0) return;
  for (const listener of onEngaged) {
    for (let tries = 1; ; tries += 1) {
      const done = await inPart(tx, async () => listener(tx, accountId, engaged));
      if (done.ok) break;
      // First opens and clicks are reported only once, so retry after serialization failures and deadlocks here.
      if (tries < MAX_TRIES && TO_BE_REPEATED.includes(sqlStateOf(done.error) ?? '')) continue;
      const contactIds = engaged.map(({ contactId }) => contactId).slice(0, 100);
      log.error('Open and click listener failed', {
        accountId,
        contactIds,
        error: done.error,
      });
      break;
    }
  }
}
