import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { longDeleted, removeCampaign, removeSomeDeliverables, removeSomeVisits } from './remove-queries.ts';

/** Days after which what was deleted goes. */
const KEPT_DAYS = 30;
/** Campaigns of a run, and rows of a transaction. */
const MAX_CAMPAIGNS = 50;
const PIECE = 5_000;

/**
 * Removes campaigns that were deleted long ago, with what became of them, in pieces of a transaction each: a run that is killed
 * is gone on with by the next. One that fails holds up no other.
 */
export async function removeDeletedCampaigns(
  { db, log }: { readonly db: Database; readonly log: Log },
  keptDays = KEPT_DAYS,
): Promise<void> {
  for (const { account_id: accountId, campaign_id: campaignId } of await longDeleted(db, keptDays, MAX_CAMPAIGNS)) {
    try {
      for (const remove of [removeSomeVisits, removeSomeDeliverables]) {
        while ((await remove(db, accountId, campaignId, PIECE))[0]?.gone === PIECE);
      }
      await removeCampaign(db, accountId, campaignId);
    } catch (error) {
      log.error('Deleted campaign could not be removed', { accountId, campaignId, error });
    }
  }
}
