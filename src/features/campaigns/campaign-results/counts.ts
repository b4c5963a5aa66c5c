import type { Db } from '../../../base/db.ts';
import type { ResendAudience } from '../campaigns/index.ts';
import {
  campaignsAmong,
  clickerIds,
  countsOfCampaign,
  nonOpenerIds,
  openerIds,
  type CampaignCountRow,
} from './queries.ts';

/** Returns the results of a campaign by variant. Variants that were not sent have no row. */
export async function countsOf(db: Db, accountId: number, campaignId: number): Promise<readonly CampaignCountRow[]> {
  return countsOfCampaign(db, accountId, campaignId);
}

/** Sums the counters of all variants. Pure. */
export function totalOf(counts: readonly CampaignCountRow[]): Omit<CampaignCountRow, 'variant'> {
  const sum = (name: keyof CampaignCountRow) => counts.reduce((total, row) => total + row[name], 0);
  return {
    sent: sum('sent'),
    bounced: sum('bounced'),
    complained: sum('complained'),
    unsubscribed: sum('unsubscribed'),
    openers: sum('openers'),
    clickers: sum('clickers'),
    raw_openers: sum('raw_openers'),
    raw_clickers: sum('raw_clickers'),
    opens: sum('opens'),
    clicks: sum('clicks'),
    raw_opens: sum('raw_opens'),
    raw_clicks: sum('raw_clicks'),
  };
}

const IDS_OF = { openers: openerIds, non_openers: nonOpenerIds, clickers: clickerIds } as const;

/**
 * Returns the IDs of recipients who opened a campaign, did not open it, or clicked a link, in ascending order after
 * `afterId`. Activity by bots is ignored.
 */
export async function idsOfEngaged(
  tx: Db,
  accountId: number,
  campaignId: number,
  audience: ResendAudience,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<number[]> {
  const rows = await IDS_OF[audience](tx, accountId, campaignId, afterId, limit);
  return rows.map((row) => row.contact_id);
}

/** Returns the given IDs that belong to the account's campaigns. */
export async function ownedCampaigns(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await campaignsAmong(db, accountId, ids)).map(({ id }) => id));
}
