import type { Db, Tx } from '../../../base/db.ts';
import { campaignById, holdCampaign, variantsOfCampaigns, type CampaignVariantRow } from './queries.ts';
import type { CampaignRow } from './resource.ts';

/** A campaign of the account, of whatever kind; undefined when there is none, or it was deleted. */
export async function findCampaign(db: Db, accountId: number, id: number): Promise<CampaignRow | undefined> {
  return (await campaignById(db, accountId, id))[0];
}

/** The same, which nobody else changes until the transaction ends. */
export async function keepCampaign(tx: Tx, accountId: number, id: number): Promise<CampaignRow | undefined> {
  return (await holdCampaign(tx, accountId, id))[0];
}

/** The contents that a campaign has beside its own, by their numbers, from 1; none where it tests nothing. */
export async function variantsOf(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<readonly CampaignVariantRow[]> {
  return variantsOfCampaigns(db, accountId, [campaignId]);
}
