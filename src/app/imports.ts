import type { RunningJobs } from '../base/jobs.ts';
import { contactImport } from '../features/audience/contact-imports/index.ts';
import { importRoutes, startImports, type ImportKind } from '../features/tenants/imports/index.ts';
import { SUPPRESSION_IMPORTS, suppressionImport } from '../features/sending/suppressions/index.ts';
import type { Route } from '../http/route.ts';
import { erasedPeopleOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';

/** Returns the kinds of objects that can be imported from files. */
export function importKindsOf(installation: Installation): readonly ImportKind[] {
  return [suppressionImport(installation.config.sandboxDomain), contactImport(erasedPeopleOf(installation))];
}

/** Returns the routes for importing suppressions from files. */
export function importsOf({ clock, db, log }: Installation): Route[] {
  return importRoutes({ clock, db, log }, SUPPRESSION_IMPORTS);
}

/** Starts the imports, which have their own schedule. Closing the returned object stops them and `jobs`. */
export function withImports(installation: Installation, jobs: RunningJobs): RunningJobs {
  const { db, log } = installation;
  const imports = startImports({ db, log, kinds: importKindsOf(installation) });
  return {
    async close() {
      await Promise.all([imports.close(), jobs.close()]);
    },
  };
}
