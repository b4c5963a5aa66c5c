import { enterByVisits } from '../features/campaigns/automation-runs/index.ts';
import {
  countEarlyVisits,
  createCampaignTracking,
  proveCampaigns,
  purgeEarlyVisits,
  removeDeletedCampaigns,
  resultRoutes,
  type EngagedListener,
} from '../features/campaigns/campaign-results/index.ts';
import type { CampaignParts } from '../features/campaigns/campaigns/index.ts';
import type { Job } from '../base/jobs.ts';
import type { TrackedSource } from '../features/outcomes/tracking/index.ts';
import type { Route } from '../http/route.ts';
import type { MailingClass } from '../mail/mail-class.ts';
import type { Installation } from './installation.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EARLY_EVERY_MS = 10_000;

/** The trackers for bulk email, keyed by mail class. */
export type TrackedSources = Readonly<Partial<Record<MailingClass, TrackedSource>>>;

/** Listeners for contacts' opens and clicks in bulk email. */
const ENGAGED_LISTENERS: readonly EngagedListener[] = [enterByVisits];

/** Returns the trackers for bulk email, which store opens and clicks. */
export function trackedSourcesOf(
  { db, log }: Installation,
  onEngaged: readonly EngagedListener[] = ENGAGED_LISTENERS,
): TrackedSources {
  const campaigns = createCampaignTracking({ db, log, onEngaged });
  return { campaign: campaigns, confirmation: campaigns, automation: campaigns };
}

/** Returns the routes for campaign results. */
export function resultRoutesOf(
  { db }: Installation,
  baseUrl: () => string,
  badgesOf: CampaignParts['badgesOf'],
): Route[] {
  return resultRoutes({ db, baseUrl, badgesOf });
}

/** Returns the background jobs for campaign results. */
export function resultJobs({ db, log }: Installation): Job[] {
  return [
    {
      name: 'count early visits',
      everyMs: EARLY_EVERY_MS,
      run: async () => countEarlyVisits({ db, log, onEngaged: ENGAGED_LISTENERS }),
    },
    { name: 'verify campaign counters', everyMs: MINUTE_MS, run: async () => proveCampaigns({ db, log }) },
    { name: 'purge early visits', everyMs: HOUR_MS, run: async () => purgeEarlyVisits(db) },
    { name: 'remove deleted campaigns', everyMs: HOUR_MS, run: async () => removeDeletedCampaigns({ db, log }) },
  ];
}
