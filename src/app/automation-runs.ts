import type { Database } from '../base/db.ts';
import type { RunningJobs } from '../base/jobs.ts';
import { startAutomationRuns } from '../features/campaigns/automation-runs/index.ts';
import type { OpenMails } from '../features/campaigns/open-mails/index.ts';
import { automationRoomOf } from './campaign-gates.ts';
import type { Installation } from './installation.ts';

/** Background jobs, and beside them the automations, which have a pace of their own: both end with the one that is given. */
export function withAutomationRuns(
  {
    clock,
    config,
    databaseUrl,
    db,
    log,
  }: Pick<Installation, 'clock' | 'config' | 'databaseUrl' | 'log'> & { readonly db: Database },
  jobs: RunningJobs,
  mails: OpenMails,
): RunningJobs {
  const room = automationRoomOf({ clock, config });
  const runs = startAutomationRuns({ db, clock, databaseUrl, log, mails, room });
  return {
    async close() {
      await Promise.all([runs.close(), jobs.close()]);
    },
  };
}
