import type { Job } from '../base/jobs.ts';
import { eraseDue, privacyRoutes } from '../features/audience/contact-privacy/index.ts';
import { createErasedPeople, type ErasedPeople } from '../features/audience/contacts/index.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';

const ERASE_EVERY_MS = 5_000;

/** Who was erased, by the secret of this installation. */
export function erasedPeopleOf({ clock, db, vault }: Installation): ErasedPeople {
  return createErasedPeople({ clock, db, vault });
}

/** What sending asks of who was erased. */
export function suppressedByHashOf(installation: Installation): ErasedPeople['suppressedAmong'] {
  const people = erasedPeopleOf(installation);
  return async (accountId, recipients) => people.suppressedAmong(accountId, recipients);
}

/** The routes of what is known of a person. */
export function privacyOf(installation: Installation, baseUrl: () => string): Route[] {
  const { clock, db } = installation;
  return privacyRoutes({ clock, db, erasedPeople: erasedPeopleOf(installation) }, baseUrl);
}

/** What erases. */
export function privacyJobs({ db, log }: Installation): Job[] {
  return [{ name: 'erase contacts', everyMs: ERASE_EVERY_MS, run: async () => eraseDue({ db, log }) }];
}
