import type { RunningJobs } from '../base/jobs.ts';
import { startReplays, webhookLogRoutes } from '../features/transactional/webhooks/index.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';

/** Returns the routes for the webhook log and for replays. */
export function webhookLogOf(installation: Installation): Route[] {
  return webhookLogRoutes(webhookLogPartsOf(installation));
}

/** Returns the dependencies of the webhook log and of replays. */
export function webhookLogPartsOf({ clock, config, db }: Installation) {
  return { clock, db, urlPolicy: { allowLoopback: config.allowLoopbackWebhooks } };
}

/** Starts the replays, which have their own schedule. Closing the returned object stops them and `jobs`. */
export function withReplays({ db, log }: Installation, jobs: RunningJobs): RunningJobs {
  const replays = startReplays({ db, log });
  return {
    async close() {
      await Promise.all([replays.close(), jobs.close()]);
    },
  };
}
