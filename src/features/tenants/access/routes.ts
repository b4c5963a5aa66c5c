import { route, type Route } from '../../../http/route.ts';
import { SCOPES } from './keys.ts';
import { changeKey, endKey, listManagedKeys, makeKey, rotateKey, type KeyParts } from './manage.ts';
import { keyDocs } from './route-docs.ts';
import { keyChangeRequest, newKeyRequest, rotationRequest } from './schema.ts';

const PATH = '/dashboard/keys';

/** Returns the dashboard routes for API keys. All members can list keys, and admins can change them. */
export function keyRoutes(parts: KeyParts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List API keys',
      scope: SCOPES.dashboardRead,
      doc: keyDocs.list,
      handle: async ({ principal }) => ({
        status: 200,
        body: { data: await listManagedKeys(db, principal.accountId) },
      }),
    }),
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create an API key',
      scope: SCOPES.dashboardAdmin,
      body: newKeyRequest,
      doc: keyDocs.create,
      handle: async ({ principal, body }) => ({ status: 201, body: await makeKey(parts, principal, body) }),
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update the name or rate limit of an API key',
      scope: SCOPES.dashboardAdmin,
      body: keyChangeRequest,
      doc: keyDocs.change,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await changeKey(db, principal, params['id'] ?? '', body),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/:id`,
      summary: 'Revoke an API key',
      scope: SCOPES.dashboardAdmin,
      doc: keyDocs.revoke,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await endKey(db, principal, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'POST',
      path: `${PATH}/:id/rotate`,
      summary: 'Rotate an API key',
      scope: SCOPES.dashboardAdmin,
      body: rotationRequest,
      doc: keyDocs.rotate,
      handle: async ({ principal, params, body }) => ({
        status: 201,
        body: await rotateKey(parts, principal, params['id'] ?? '', body.overlapHours),
      }),
    }),
  ];
}
