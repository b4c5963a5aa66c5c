import { sqlStateOf, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { inPart } from '../../../base/savepoint.ts';
import type { RecipientMoves } from './recipient-moves.ts';

/** What a contact did with a campaign for the first time, as judged. */
export interface FirstEngagement {
  readonly campaignId: number;
  readonly contactId: number;
  readonly opened: boolean;
  readonly clicked: boolean;
}

/**
 * Told of contacts that opened a campaign, or followed a link of it, for the first time as judged, in the transaction that
 * counts it and after all that it writes; the contacts are held. What is taken back later, as a machine's, was told, and may be
 * told again.
 */
export type EngagedListener = (tx: Tx, accountId: number, engaged: readonly FirstEngagement[]) => Promise<void>;

/** Serialisation failure and deadlock. */
const TO_BE_REPEATED: readonly string[] = ['40001', '40P01'];
const MAX_TRIES = 3;

/** Who opened or followed for the first time. Pure. */
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

/** Tells listeners, each in a part of its own: one that fails loses no visit, and keeps nobody else from being told. */
export async function tellEngaged(
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
      // Visits are told once: what met another is tried again here.
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
