import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { route, type Route } from '../../http/route.ts';
import { MAX_SEND_BODY_BYTES } from './limits.ts';
import { listPage, listRequest } from './list.ts';
import { lookUpMessage } from './lookup.ts';
import { sendRequest } from './schema.ts';
import { sendMessage, type SendParts } from './send.ts';

/** The routes of the transactional API under `/transactional/emails`. */
export function transactionalRoutes(parts: SendParts & { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/transactional/emails',
      summary: 'Send a single e-mail',
      scope: 'transactional:send',
      bodyLimitBytes: MAX_SEND_BODY_BYTES,
      body: sendRequest,
      handle: async ({ principal, body }) => ({ status: 202, body: await sendMessage(parts, principal, body) }),
    }),
    route({
      method: 'GET',
      path: '/transactional/emails/:id',
      summary: 'Look up a message with its timeline',
      scope: 'transactional:read',
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await lookUpMessage(parts, principal.accountId, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/emails',
      summary: 'List recent messages, newest first',
      scope: 'transactional:read',
      query: listRequest(parts.clock),
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await listPage(parts.db, principal.accountId, query),
      }),
    }),
  ];
}
