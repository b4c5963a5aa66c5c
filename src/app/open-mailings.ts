import { createOpenMailings, keepOpenMailings, type OpenMailings } from '../features/campaigns/open-mailings/index.ts';
import { createMailingMaker } from '../features/sending/mailings/index.ts';
import type { Job } from '../base/jobs.ts';
import { contentsOf } from './campaign-content.ts';
import { recordSafeguardOf } from './campaign-safeguards.ts';
import type { Installation } from './installation.ts';

const KEEP_EVERY_MS = 10 * 60_000;

/**
 * Creates the handler for emails that are sent to contacts one at a time. `baseUrl()` is the address of the
 * installation's pages.
 */
export function openMailingsOf(installation: Installation, baseUrl: () => string): OpenMailings {
  const { clock, db } = installation;
  const makeMailing = createMailingMaker({ clock });
  const safeguard = recordSafeguardOf(installation);
  return createOpenMailings({ db, clock, makeMailing, contents: contentsOf(installation, baseUrl), safeguard });
}

/** Returns the job that closes replaced mailings and deletes old closed ones. */
export function openMailingJobs({ db, log }: Installation): Job[] {
  return [
    { name: 'maintain automation emails', everyMs: KEEP_EVERY_MS, run: async () => keepOpenMailings({ db, log }) },
  ];
}
