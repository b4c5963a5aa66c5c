import { fieldErrors, type CampaignContents } from '../features/campaigns/campaign-content/index.ts';
import { badgesOf as safeguardBadgesOf, type Safeguards } from '../features/campaigns/campaign-safeguards/index.ts';
import { providerLaneBadgesOf } from '../features/campaigns/campaign-sending/index.ts';
import { campaignRoutes, type CampaignParts } from '../features/campaigns/campaigns/index.ts';
import { invalid } from '../base/refusal.ts';
import type { Route } from '../http/route.ts';
import { contentRoutesOf, contentsOf } from './campaign-content.ts';
import { campaignSafeguardRoutesOf, safeguardsOf } from './campaign-safeguards.ts';
import { resultRoutesOf } from './campaign-results.ts';
import { audienceSizeOf, campaignSendingRoutesOf } from './campaign-sending.ts';
import type { Installation } from './installation.ts';
import { retryRecord } from './records.ts';

export interface CampaignMeans {
  readonly contents: CampaignContents;
  readonly safeguards: Safeguards;
}

/** Creates campaign content and safeguards for an installation whose pages are at `baseUrl()`. */
export function campaignMeansOf(installation: Installation, baseUrl: () => string): CampaignMeans {
  return {
    contents: contentsOf(installation, baseUrl),
    safeguards: safeguardsOf(installation, { audienceSize: audienceSizeOf(installation) }),
  };
}

/**
 * Creates the check before sending. It reports problems of the content and sender first, because the author can fix
 * them.
 */
function requireSendableOf({ contents, safeguards }: CampaignMeans): CampaignParts['requireSendable'] {
  return async (db, accountId, campaign, variants) => {
    await contents.require(db, accountId, campaign, variants);
    await safeguards.requireSendable(db, accountId, campaign);
  };
}

/** Creates a check that throws if content cannot be parsed, regardless of the sender. */
export function requireReadableOf(contents: Pick<CampaignContents, 'prepare'>): CampaignParts['requireReadable'] {
  return async (db, accountId, mail) => {
    const prepared = await contents.prepare(db, accountId, mail);
    if ('faults' in prepared) throw invalid(fieldErrors(prepared.faults, 0));
  };
}

/** Returns the badges of campaigns, for safeguards and for paused provider lanes. */
const badgesOf: CampaignParts['badgesOf'] = async (db, accountId, ids) => {
  const badges = new Map<number, readonly string[]>(await safeguardBadgesOf(db, accountId, ids));
  for (const [id, own] of await providerLaneBadgesOf(db, accountId, ids))
    badges.set(id, [...(badges.get(id) ?? []), ...own]);
  return badges;
};

/** Returns the dependencies for creating and scheduling campaigns. */
export function campaignPartsOf({ clock, db }: Installation, means: CampaignMeans): CampaignParts {
  return {
    db,
    clock,
    badgesOf,
    requireSendable: requireSendableOf(means),
    requireReadable: requireReadableOf(means.contents),
    onMailChanged: retryRecord,
    requireContent: async (on, accountId, campaign) => means.contents.require(on, accountId, campaign),
    requireText: async (on, accountId, campaign) => means.contents.requireText(on, accountId, campaign),
  };
}

export function allCampaignRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const means = campaignMeansOf(installation, baseUrl);
  return [
    ...campaignRoutes({ ...campaignPartsOf(installation, means), baseUrl }),
    ...contentRoutesOf(installation, baseUrl),
    ...campaignSendingRoutesOf(installation, means.safeguards),
    ...resultRoutesOf(installation, baseUrl, badgesOf),
    ...campaignSafeguardRoutesOf(installation, baseUrl),
  ];
}
