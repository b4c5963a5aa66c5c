import { formRoutes, formTools, publicFormRoutes, purgeAttempts } from '../features/campaigns/forms/index.ts';
import type { Job } from '../base/jobs.ts';
import type { Route } from '../http/route.ts';
import type { Tool } from '../http/tool.ts';
import { confirmationsOf } from './confirmations.ts';
import type { Installation } from './installation.ts';

const PURGE_EVERY_MS = 60 * 60_000;

/** The routes of forms in the account API. */
export function formRoutesOf({ db }: Installation, baseUrl: () => string): Route[] {
  return formRoutes({ db, baseUrl });
}

/** The pages of forms, and what embeds send to. */
export function publicFormRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, db, vault } = installation;
  return publicFormRoutes({ db, clock, vault, confirmations: confirmationsOf(installation, baseUrl), baseUrl });
}

/** What forgets how often forms were sent in. */
export function formJobs({ db }: Installation): Job[] {
  return [{ name: 'purge form rate limits', everyMs: PURGE_EVERY_MS, run: async () => purgeAttempts({ db }) }];
}

/** What assistants may do with forms. */
export function formToolsOf({ db }: Installation, baseUrl: () => string): Tool[] {
  return formTools({ db, baseUrl });
}
