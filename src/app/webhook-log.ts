import type { RunningJobs } from '../base/jobs.ts';
import { startReplays, webhookLogRoutes } from '../features/transactional/webhooks/index.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';

/** The routes of the webhooks' log and of replays. */
export function webhookLogOf(installation: Installation): Route[] {
  return webhookLogRoutes(webhookLogPartsOf(installation));
}

/** What the log and replays stand on. */
export function webhookLogPartsOf({ clock, config, db }: Installation) {
  return { clock, db, urlPolicy: { allowLoopback: config.allowLoopbackWebhooks } };
}

/** Background jobs, and beside them the replays, which have a pace of their own: both end with the one that is given. */
export function withReplays({ db, log }: Installation, jobs: RunningJobs): RunningJobs {
  const replays = startReplays({ db, log });
  return {
    async close() {
      await Promise.all([replays.close(), jobs.close()]);
    },
  };
}
