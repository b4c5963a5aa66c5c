import { createOpenMails, keepOpenMails, type OpenMails } from '../features/campaigns/open-mails/index.ts';
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
export function openMailsOf(installation: Installation, baseUrl: () => string): OpenMails {
  const { clock, db } = installation;
  const makeMailing = createMailingMaker({ clock });
  const safeguard = recordSafeguardOf(installation);
  return createOpenMails({ db, clock, makeMailing, contents: contentsOf(installation, baseUrl), safeguard });
}

/** Returns the job that closes mailings with outdated content. */
export function openMailJobs({ db, log }: Installation): Job[] {
  return [{ name: 'maintain automation emails', everyMs: KEEP_EVERY_MS, run: async () => keepOpenMails({ db, log }) }];
}
