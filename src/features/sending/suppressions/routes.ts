import type { Database } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { dashboardSuppressionRoutes } from './dashboard-routes.ts';
import { addSuppressions, removeSuppression, requireSuppression } from './entries.ts';
import { listSuppressions } from './list.ts';
import { addDoc, listDoc, readDoc, removeDoc } from './route-docs.ts';
import { addRequest, listQuery } from './schema.ts';

const MANAGE = 'transactional:manage';
const READ = 'transactional:read';
const PATH = '/transactional/suppressions';

/** Returns the routes for the suppression list under `/transactional/suppressions`. */
export function suppressionRoutes(parts: { readonly db: Database; readonly sandboxDomain: string }): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List suppressed addresses',
      scope: [READ, MANAGE],
      doc: listDoc,
      query: listQuery,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await listSuppressions(parts.db, principal.accountId, query),
      }),
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Add addresses to the suppression list',
      scope: MANAGE,
      doc: addDoc,
      body: addRequest(parts.sandboxDomain),
      handle: async ({ principal, body }) => ({
        status: 201,
        body: { data: await addSuppressions(parts.db, principal.accountId, body) },
      }),
    }),
    route({
      method: 'GET',
      path: `${PATH}/:address`,
      summary: 'Get a suppressed address',
      scope: [READ, MANAGE],
      doc: readDoc,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await requireSuppression(parts.db, principal.accountId, params['address'] ?? ''),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:address`,
      summary: 'Remove an address from the suppression list',
      scope: MANAGE,
      doc: removeDoc,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await removeSuppression(parts.db, principal.accountId, params['address'] ?? ''),
      }),
    }),
    ...dashboardSuppressionRoutes(parts),
  ];
}
