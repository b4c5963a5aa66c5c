import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { longDeleted, removeCampaign, removeSomeDeliverables, removeSomeVisits } from './remove-queries.ts';

/** Number of days after which deleted campaigns are removed. */
const KEPT_DAYS = 30;
/** Maximum number of campaigns per run. `PIECE` is the number of rows per transaction. */
const MAX_CAMPAIGNS = 50;
const PIECE = 5_000;

/**
 * Removes campaigns that were deleted long ago, with their results, in batches of one transaction each. If a run is
 * interrupted, the next run continues. A campaign that cannot be removed does not affect others.
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
