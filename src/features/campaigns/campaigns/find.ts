import type { Db, Tx } from '../../../base/db.ts';
import { campaignById, lockCampaignRow, updateTopic, variantsOfCampaigns, type CampaignVariantRow } from './queries.ts';
import type { CampaignRow } from './resource.ts';

/** Returns a campaign of any kind, or undefined if it does not exist or was deleted. */
export async function findCampaign(db: Db, accountId: number, id: number): Promise<CampaignRow | undefined> {
  return (await campaignById(db, accountId, id))[0];
}

/** Same as `findCampaign`, but locks the campaign until the transaction ends. */
export async function lockCampaign(tx: Tx, accountId: number, id: number): Promise<CampaignRow | undefined> {
  return (await lockCampaignRow(tx, accountId, id))[0];
}

/**
 * Returns the variants of a campaign in the order of their numbers, which start at 1. Returns an empty array for a
 * campaign that has no A/B test and only one language.
 */
export async function variantsOf(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<readonly CampaignVariantRow[]> {
  return variantsOfCampaigns(db, accountId, [campaignId]);
}

/**
 * Sets or removes the topic of a campaign, which limits the audience to the subscribers of the topic. Does nothing
 * unless the campaign is a draft or scheduled.
 */
export async function setTopic(db: Db, accountId: number, id: number, topicId: number | undefined): Promise<void> {
  await updateTopic(db, accountId, id, topicId ?? null);
}
