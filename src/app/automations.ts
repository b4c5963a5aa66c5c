import { automationRoutes, automationTools } from '../features/campaigns/automations/index.ts';
import { badgesOf } from '../features/campaigns/campaign-safeguards/index.ts';
import type { Job } from '../base/jobs.ts';
import { purgeOldCaps, runChecks } from '../features/campaigns/automation-runs/index.ts';
import type { Route } from '../http/route.ts';
import type { Tool } from '../http/tool.ts';
import { FILTER_PARTS } from './bulk.ts';
import { contentsOf } from './campaign-content.ts';
import { requireReadableOf } from './campaigns.ts';
import type { Installation } from './installation.ts';

/** Returns the routes for automations and their emails. */
export function automationRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const requireReadable = requireReadableOf(contentsOf(installation, baseUrl));
  return automationRoutes({
    db: installation.db,
    clock: installation.clock,
    baseUrl,
    badgesOf,
    requireReadable,
    filterParts: FILTER_PARTS,
  });
}

/** Returns the read-only automation tools for assistants. */
export function automationToolsOf({ db }: Installation): Tool[] {
  return automationTools({ db, badgesOf });
}

const CHECK_EVERY_MS = 10_000;
const PURGE_EVERY_MS = 60 * 60_000;

/**
 * Returns the jobs that find contacts that have entered a segment or whose date has come, and that delete old records
 * for the limits on automation emails.
 */
export function automationJobs({ clock, db, log }: Installation): Job[] {
  const parts = { clock, db, log, filterParts: FILTER_PARTS };
  return [
    { name: 'check automation triggers', everyMs: CHECK_EVERY_MS, run: async () => runChecks(parts) },
    { name: 'purge automation limits', everyMs: PURGE_EVERY_MS, run: async () => purgeOldCaps(db) },
  ];
}
