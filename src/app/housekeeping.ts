import { startJobs, type RunningJobs } from '../base/jobs.ts';
import { dropExpiredPartitions, ensurePartitions } from '../base/partitions.ts';
import { createNoticeSender, purgeExpiredAnswers } from '../features/transactional/index.ts';
import { evaluateAlerts } from '../features/transactional-tags/index.ts';
import type { Installation } from './installation.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Starts the background jobs of this installation: its processes share them, each run is done by one. */
export function startHousekeeping({ clock, config, db, log }: Installation): RunningJobs {
  const sendMail = createNoticeSender({ clock, sandboxDomain: config.sandboxDomain });
  return startJobs({
    db,
    log,
    jobs: [
      // A missed hour costs nothing: they are made a week ahead.
      { name: 'make coming partitions', everyMs: HOUR_MS, run: async () => ensurePartitions(db) },
      {
        name: 'drop expired partitions',
        everyMs: HOUR_MS,
        run: async () => void (await dropExpiredPartitions(db, config.retentionDays, log)),
      },
      {
        name: 'purge expired answers',
        everyMs: 10 * MINUTE_MS,
        run: async () => void (await purgeExpiredAnswers(db)),
      },
      { name: 'evaluate alerts', everyMs: MINUTE_MS, run: async () => evaluateAlerts({ db, clock, log, sendMail }) },
    ],
  });
}
