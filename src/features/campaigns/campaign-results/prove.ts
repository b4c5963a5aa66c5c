import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import {
  startProofs,
  correctCounts,
  correctLinks,
  differencesOf,
  endProof,
  hourDifferenceOf,
  linkDifferencesOf,
  deferProof,
  refreshAverages,
} from './prove-queries.ts';

/**
 * Number of minutes between the first change of a campaign's counters and their verification. They are not verified
 * after each change, because sending a campaign changes them constantly.
 */
const PROVED_AFTER_MINUTES = 5;
const MAX_PROOFS = 100;
/** Number of a list's most recent campaigns over which the list's averages are computed. */
const AVERAGED = 50;

interface ProofParts {
  readonly db: Database;
  readonly log: Log;
}

/**
 * Verifies that the counters of recently changed campaigns match their messages, opens, and clicks, and updates the
 * averages of their lists. Differences are logged as errors and corrected, except for hourly counters, because only
 * their sum can be verified. A failed verification does not affect other campaigns.
 */
export async function proveCampaigns({ db, log }: ProofParts, afterMinutes = PROVED_AFTER_MINUTES): Promise<void> {
  for (const { account_id: accountId, campaign_id: campaignId } of await startProofs(db, afterMinutes, MAX_PROOFS)) {
    try {
      await prove({ db, log }, accountId, campaignId);
      await refreshAverages(db, accountId, campaignId, AVERAGED);
      await endProof(db, accountId, campaignId);
    } catch (error) {
      log.error('Campaign counters could not be verified', { accountId, campaignId, error });
      await deferProof(db, accountId, campaignId);
    }
  }
}

async function prove({ db, log }: ProofParts, accountId: number, campaignId: number): Promise<void> {
  const differences = await differencesOf(db, accountId, campaignId);
  if (differences.length > 0) {
    log.error('Incorrect campaign counters corrected', { accountId, campaignId, differences });
    await correctCounts(db, accountId, campaignId, JSON.stringify(differences));
  }
  const links = await linkDifferencesOf(db, accountId, campaignId);
  if (links.length > 0) {
    log.error('Incorrect campaign link counters corrected', { accountId, campaignId, links });
    await correctLinks(db, accountId, campaignId, JSON.stringify(links));
  }
  const [hours] = await hourDifferenceOf(db, accountId, campaignId);
  if (hours)
    log.error('Hourly campaign counts do not match the campaign totals', { accountId, campaignId, missing: hours });
}
