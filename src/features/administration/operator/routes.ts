import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Route } from '../../../http/route.ts';
import type { DeletionParts } from '../../tenants/deletion/index.ts';
import { operatedAccountRoutes } from './account-routes.ts';
import type { AccountParts } from './accounts.ts';
import { operatedDeletionRoutes } from './deletion-routes.ts';
import { installationRoutes } from './installation-routes.ts';
import type { SystemParts } from './system.ts';

/** Returns the routes for the operator of the installation, under `/dashboard/operator`. */
export function operatorRoutes(
  parts: AccountParts &
    SystemParts & { readonly db: Database; readonly clock: Clock; readonly deletion: DeletionParts },
): Route[] {
  return [...operatedAccountRoutes(parts), ...operatedDeletionRoutes(parts.deletion), ...installationRoutes(parts)];
}
