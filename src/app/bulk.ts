import type { RunningJobs } from '../base/jobs.ts';
import { bulkActionRoutes, startBulkActions } from '../features/audience/bulk-actions/index.ts';
import type { FilterParts } from '../features/audience/contact-filters/index.ts';
import { findSegment, segmentRoutes } from '../features/audience/segments/index.ts';
import { ownedCampaigns } from '../features/campaigns/campaign-results/index.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';

/** Functions that look up the segments and campaigns that contact filters can refer to. */
export const FILTER_PARTS: FilterParts = { findSegment, ownedCampaigns };

/** Returns the routes for segments and bulk actions. */
export function bulkRoutesOf({ clock, db }: Installation, baseUrl: () => string): Route[] {
  return [
    ...segmentRoutes({ clock, db, ownedCampaigns }, baseUrl),
    ...bulkActionRoutes({ db, filterParts: FILTER_PARTS }),
  ];
}

/** Starts the bulk actions, which have their own schedule. Closing the returned object stops them and `jobs`. */
export function withBulkActions({ clock, config, db, log }: Installation, jobs: RunningJobs): RunningJobs {
  const actions = startBulkActions({ clock, db, log, filterParts: FILTER_PARTS, ceiling: config.bulkCeiling });
  return {
    async close() {
      await Promise.all([actions.close(), jobs.close()]);
    },
  };
}
