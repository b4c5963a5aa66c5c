import type { RunningJobs } from '../base/jobs.ts';
import { importRoutes, startImports } from '../features/tenants/imports/index.ts';
import { SUPPRESSION_IMPORTS, suppressionImport } from '../features/sending/suppressions/index.ts';
import type { Route } from '../http/route.ts';
import type { Installation } from './installation.ts';

/** The routes of what can be imported from files. */
export function importsOf({ clock, db, log }: Installation): Route[] {
  return importRoutes({ clock, db, log }, SUPPRESSION_IMPORTS);
}

/** Background jobs, and beside them the imports, which have a pace of their own: both end with the one that is given. */
export function withImports({ config, db, log }: Installation, jobs: RunningJobs): RunningJobs {
  const imports = startImports({ db, log, kinds: [suppressionImport(config.sandboxDomain)] });
  return {
    async close() {
      await Promise.all([imports.close(), jobs.close()]);
    },
  };
}
