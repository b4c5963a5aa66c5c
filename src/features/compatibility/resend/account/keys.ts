import { Refusal } from '../../../../base/refusal.ts';
import { requireScope } from '../../../../http/authorization.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import type { Principal } from '../../../../http/principal.ts';
import { route, type Route } from '../../../../http/route.ts';
import { faultAt, objectOf, textOf } from '../../fields/index.ts';
import { bodyOf, underNames, type CompatRequest } from './native.ts';
import { beside, fieldId, listed, pathId, readCursor, shownObjectId } from './objects.ts';
import { API_KEY, API_KEY_CHANGE } from './operations.ts';
import { anyBody, anyQuery, type AccountParts, type Key } from './parts.ts';

const SEND = 'transactional:send';
/** Scopes of a key with full access. Of these scopes, a new key gets only those that the caller's key also has. */
const FULL_ACCESS = [SEND, 'transactional:read', 'transactional:manage', ACCOUNT_SCOPE];

/**
 * Returns the routes for API keys. Only an API key can create and revoke API keys, because the access of users and of
 * connected applications ends with their membership or consent, and a new key would outlast both.
 */
export function keyRoutes(parts: AccountParts, base: string): Route[] {
  const path = `${base}/api-keys`;
  const { keys } = parts;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create an API key',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        requireKey(request.principal);
        const wanted = await wantedKey(parts, request, request.body);
        const { id, key } = await keys.make(request.principal, wanted);
        return { status: 201, body: { id: shownObjectId('api_key', id), token: key } };
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List API keys',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle({ principal, query }) {
        const cursor = readCursor('api_key', query);
        const living = (await keys.list(principal.accountId)).filter(isLiving);
        return { status: 200, body: listed(beside(living, cursor), cursor, presentKey) };
      },
    }),
    route({
      method: 'PATCH',
      path: `${path}/:key`,
      summary: 'Rename an API key',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle({ body, params, principal }) {
        requireKey(principal);
        const name = textOf(objectOf(body, '', API_KEY_CHANGE.objects['']), 'name') ?? '';
        await keys.rename(principal, pathId('api_key', params['key']), { name });
        return { status: 200, body: { object: 'api_key', id: params['key'] } };
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:key`,
      summary: 'Revoke an API key',
      scope: ACCOUNT_SCOPE,
      async handle({ params, principal }) {
        requireKey(principal);
        await keys.end(principal, pathId('api_key', params['key']));
        return { status: 200, body: { object: 'api_key', id: params['key'], deleted: true } };
      },
    }),
  ];
}

function requireKey({ via }: Principal): void {
  if (via === 'key') return;
  throw new Refusal('forbidden', {
    message: 'Creating, renaming, and revoking API keys through this API requires an API key.',
    fix: 'Use an API key with the `account` scope, or manage keys on the API keys page of the dashboard.',
  });
}

/** Returns the new key's settings. A key never gets a scope that the caller's key does not have. */
async function wantedKey(
  { native }: AccountParts,
  request: CompatRequest,
  body: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const given = objectOf(body, '', API_KEY.objects['']);
  const permission = textOf(given, 'permission') ?? 'full_access';
  if (permission !== 'full_access' && permission !== 'sending_access') {
    throw faultAt('permission', 'must be full_access or sending_access.');
  }
  const name = textOf(given, 'name') ?? '';
  const domainId = textOf(given, 'domain_id');
  if (permission === 'full_access') {
    if (domainId !== undefined) throw faultAt('domain_id', 'requires the sending_access permission.');
    return { name, scopes: FULL_ACCESS.filter((scope) => request.principal.scopes.has(scope)) };
  }
  requireScope(request.principal, SEND);
  if (domainId === undefined) return { name, scopes: [SEND] };
  const id = String(fieldId('domain', domainId, 'domain_id'));
  const { domain } = await underNames(
    () => 'domain_id',
    () => bodyOf<{ readonly domain: string }>(native, request, 'GET /domains/:id', { params: { id } }),
  );
  return { name, scopes: [SEND], domain };
}

function isLiving({ status }: Key): boolean {
  return status === 'living' || status === 'ending';
}

function presentKey({ created_at, id, last_used_at, name }: Key): object {
  return { id: shownObjectId('api_key', id), name, created_at, last_used_at };
}
