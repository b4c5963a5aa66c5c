import type { Job } from '../base/jobs.ts';
import { eraseDue, privacyRoutes } from '../features/audience/contact-privacy/index.ts';
import { createErasedPeople, type ErasedPeople } from '../features/audience/contacts/index.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';

const ERASE_EVERY_MS = 5_000;

/** Creates the lookup of erased people. */
export function erasedPeopleOf({ clock, db, vault }: Installation): ErasedPeople {
  return createErasedPeople({ clock, db, vault });
}

/** Returns the lookup of recipients that were suppressed when they were erased. */
export function suppressedByHashOf(installation: Installation): ErasedPeople['suppressedAmong'] {
  const people = erasedPeopleOf(installation);
  return async (accountId, recipients) => people.suppressedAmong(accountId, recipients);
}

/** Returns the routes for contacts' privacy requests. */
export function privacyOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, db } = installation;
  return privacyRoutes({ clock, db, erasedPeople: erasedPeopleOf(installation) }, baseUrl);
}

/** Returns the job that erases contacts. */
export function privacyJobs({ db, log }: Installation): Job[] {
  return [{ name: 'erase contacts', everyMs: ERASE_EVERY_MS, run: async () => eraseDue({ db, log }) }];
}
