import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { createStepListener } from '../../src/app/webhooks.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { startAutomationRuns } from '../../src/features/campaigns/automation-runs/index.ts';
import { eventually } from './app.ts';
import { UNLIMITED_QUOTA, type NotedMails } from './planted-automations.ts';

/** Runs everything that is due, like a process that is started and stopped. Emails are recorded instead of queued. */
export async function runAutomations(
  db: Database,
  noted: NotedMails,
  over: Partial<Parameters<typeof startAutomationRuns>[0]> = {},
): Promise<void> {
  let isIdle = false;
  const watched: Database = {
    ...db,
    async query<Row>(...asked: Parameters<Database['query']>) {
      const rows = await db.query<Row>(...asked);
      // The run is idle when a claim finds nothing.
      if (asked[0].name === 'automation_runs_claim') isIdle = JSON.stringify(rows[0]).startsWith('{"claimed":null');
      return rows;
    },
  };
  const runs = startAutomationRuns({
    db: watched,
    log: silentLog,
    clock: systemClock,
    room: UNLIMITED_QUOTA,
    reportSteps: createStepListener(),
    filterParts: FILTER_PARTS,
    mails: noted.mails,
    pollMs: 10,
    ...over,
  });
  try {
    await eventually('nothing is due', async () => Promise.resolve(isIdle || undefined), 50_000);
  } finally {
    await runs.close();
  }
}
