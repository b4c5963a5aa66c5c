import { formRoutes, formTools, publicFormRoutes, purgeAttempts } from '../features/campaigns/forms/index.ts';
import type { Job } from '../base/jobs.ts';
import type { Route } from '../http/route.ts';
import type { Tool } from '../http/tool.ts';
import { confirmationsOf } from './confirmations.ts';
import type { Installation } from './installation.ts';

const PURGE_EVERY_MS = 60 * 60_000;

/** Returns the form routes for the account API. */
export function formRoutesOf({ db }: Installation, baseUrl: () => string): Route[] {
  return formRoutes({ db, baseUrl });
}

/** Returns the routes for hosted and embedded forms. */
export function publicFormRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, db, vault } = installation;
  return publicFormRoutes({ db, clock, vault, confirmations: confirmationsOf(installation, baseUrl), baseUrl });
}

/** Returns the job that deletes old rate limit records of forms. */
export function formJobs({ db }: Installation): Job[] {
  return [{ name: 'purge form rate limits', everyMs: PURGE_EVERY_MS, run: async () => purgeAttempts({ db }) }];
}

/** Returns the form tools for assistants. */
export function formToolsOf({ db }: Installation, baseUrl: () => string): Tool[] {
  return formTools({ db, baseUrl });
}
