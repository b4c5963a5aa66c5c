import type { Database } from '../base/db.ts';
import type { RunningJobs } from '../base/jobs.ts';
import {
  audienceSize,
  sendingRoutes,
  startCampaignSending,
  type ControlParts,
  type SendingContents,
  type SendingSafeguards,
} from '../features/campaigns/campaign-sending/index.ts';
import type { Safeguards } from '../features/campaigns/campaign-safeguards/index.ts';
import { createMailingMaker } from '../features/sending/mailings/index.ts';
import type { Route } from '../http/route.ts';
import { FILTER_PARTS } from './bulk.ts';
import type { Installation } from './installation.ts';

/** Returns the routes that control campaigns while they are sent. */
export function campaignSendingRoutesOf(
  { clock, db }: Installation,
  safeguards: ControlParts['safeguards'] & Pick<Safeguards, 'safeguardsOf'>,
): Route[] {
  const isEngagedOnly = async (accountId: number): Promise<boolean> =>
    (await safeguards.safeguardsOf(db, accountId)).safeguards.some(
      ({ safeguard, is_holding: isHolding }) => safeguard === 'optimized' && isHolding,
    );
  return sendingRoutes({ db, clock, safeguards, filterParts: FILTER_PARTS, isEngagedOnly });
}

/** Creates a function that counts the audience of a campaign. */
export function audienceSizeOf({ clock }: Pick<Installation, 'clock'>) {
  return async (
    db: Parameters<typeof audienceSize>[0],
    accountId: number,
    campaign: Parameters<typeof audienceSize>[2],
  ): Promise<number> => audienceSize(db, accountId, campaign, { clock, filterParts: FILTER_PARTS });
}

/** Starts campaign sending, which has its own schedule. Closing the returned object stops it and `jobs`. */
export function withCampaignSending(
  { clock, db, log }: Pick<Installation, 'clock' | 'log'> & { readonly db: Database },
  jobs: RunningJobs,
  given: { readonly contents: SendingContents; readonly safeguards: SendingSafeguards },
): RunningJobs {
  const makeMailing = createMailingMaker({ clock });
  const sending = startCampaignSending({ clock, db, log, filterParts: FILTER_PARTS, makeMailing, ...given });
  return {
    async close() {
      await Promise.all([sending.close(), jobs.close()]);
    },
  };
}
