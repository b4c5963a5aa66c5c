import type { Database } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { SCOPES } from '../access/index.ts';
import { listClients, makeClient, removeClient, rotateSecret, updateClient } from './clients.ts';
import { listGrants, revokeGrant } from './grants.ts';
import { clientDocs, grantDocs } from './route-docs.ts';
import { clientChangeRequest, newClientRequest } from './schema.ts';

const CLIENTS = '/dashboard/oauth-clients';

/**
 * Returns the dashboard's routes for an account's clients, which admins can change, and for grants, which users can
 * revoke themselves.
 */
export function oauthDashboardRoutes({ db }: { readonly db: Database }): Route[] {
  return [...clientRoutes(db), ...grantRoutes(db)];
}

function clientRoutes(db: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: CLIENTS,
      summary: 'List OAuth clients',
      scope: SCOPES.dashboardRead,
      doc: clientDocs.list,
      handle: async ({ principal }) => ({ status: 200, body: { data: await listClients(db, principal.accountId) } }),
    }),
    route({
      method: 'POST',
      path: CLIENTS,
      summary: 'Create an OAuth client',
      scope: SCOPES.dashboardAdmin,
      body: newClientRequest,
      doc: clientDocs.create,
      handle: async ({ principal, body }) => ({ status: 201, body: await makeClient(db, principal, body) }),
    }),
    route({
      method: 'PATCH',
      path: `${CLIENTS}/:id`,
      summary: 'Update an OAuth client',
      scope: SCOPES.dashboardAdmin,
      body: clientChangeRequest,
      doc: clientDocs.change,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await updateClient(db, principal, params['id'] ?? '', body),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${CLIENTS}/:id`,
      summary: 'Delete an OAuth client',
      scope: SCOPES.dashboardAdmin,
      doc: clientDocs.remove,
      handle: async ({ principal, params }) => {
        await removeClient(db, principal, params['id'] ?? '');
        return { status: 200, body: { message: 'The client was deleted.' } };
      },
    }),
    route({
      method: 'POST',
      path: `${CLIENTS}/:id/rotate-secret`,
      summary: 'Rotate the secret of an OAuth client',
      scope: SCOPES.dashboardAdmin,
      doc: clientDocs.rotate,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await rotateSecret(db, principal, params['id'] ?? ''),
      }),
    }),
  ];
}

function grantRoutes(db: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/grants',
      summary: 'List connected applications',
      scope: SCOPES.dashboardRead,
      doc: grantDocs.list,
      handle: async ({ principal }) => ({ status: 200, body: { data: await listGrants(db, principal) } }),
    }),
    route({
      method: 'DELETE',
      path: '/dashboard/grants/:id',
      summary: 'Revoke an application’s access',
      scope: SCOPES.dashboardRead,
      doc: grantDocs.remove,
      handle: async ({ principal, params }) => {
        await revokeGrant(db, principal, params['id'] ?? '');
        return { status: 200, body: { message: 'The application’s access was revoked.' } };
      },
    }),
  ];
}
