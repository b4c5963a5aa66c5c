import {
  createSources,
  createVisits,
  trackingRoutes,
  type VisitListener,
} from '../features/outcomes/tracking/index.ts';
import { createVendorVisits, reportVendorVisits } from '../features/compatibility/vendors/index.ts';
import type { Route } from '../http/route.ts';
import type { TrackedSources } from './campaign-results.ts';
import type { Installation } from './installation.ts';
import { reportVisits } from './webhooks.ts';

/** Reports opens and clicks of transactional email, in the transaction that stores them. */
const onVisits: VisitListener = async (tx, accountId, visits) => {
  await reportVisits(tx, accountId, visits);
  // This runs last, because it locks the row that orders the account's events.
  await reportVendorVisits(tx, accountId, visits);
};

/**
 * Returns the routes for tracking links. Also records opens and clicks of messages, of emails of `owners`, and of
 * batches sent through other vendors' APIs.
 */
export function trackingOf(
  { clock, db, log, vault }: Installation,
  owners: TrackedSources,
): { readonly routes: readonly Route[]; idle(): Promise<void> } {
  const visits = createVisits({ db, log, onVisits });
  const sources = createSources({ clock, db, log, owners });
  const mailings = createVendorVisits({ clock, db, log });
  return {
    routes: trackingRoutes({ vault, clock, visits, sources, mailings }),
    async idle() {
      await visits.idle();
      await sources.idle();
      await mailings.idle();
    },
  };
}
