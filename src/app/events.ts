import {
  createEventAcceptor,
  eventRoutes,
  eventTools,
  purgeEvents,
} from '../features/audience/contact-events/index.ts';
import { saveContact } from '../features/audience/contacts/index.ts';
import type { Job } from '../base/jobs.ts';
import type { Route } from '../http/route.ts';
import type { Tool } from '../http/tool.ts';
import { confirmationsOf } from './confirmations.ts';
import { erasedPeopleOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';

const PURGE_EVERY_MS = 60 * 60_000;

/** Returns the routes that report and list events of contacts. */
export function eventRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, db } = installation;
  const confirmations = confirmationsOf(installation, baseUrl);
  const erasedPeople = erasedPeopleOf(installation);
  const events = createEventAcceptor({
    db,
    async addContacts(accountId, emails, keyId) {
      const saving = {
        erasedPeople,
        source: 'api',
        recordedBy: undefined,
        keyId,
        optIn: await confirmations.prepare(accountId),
      } as const;
      for (const email of emails) await saveContact(db, accountId, { email }, saving);
    },
  });
  return eventRoutes({ db, clock, events, baseUrl });
}

/** Returns the read-only tool for events. */
export function eventToolsOf({ db }: Installation): Tool[] {
  return eventTools({ db });
}

/** Returns the job that deletes old events. */
export function eventJobs({ db }: Installation): Job[] {
  return [{ name: 'purge events', everyMs: PURGE_EVERY_MS, run: async () => purgeEvents(db) }];
}
