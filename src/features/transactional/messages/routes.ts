import type { Clock } from '../../../base/clock.ts';
import { cursorsOnly } from '../../../http/known-fields.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { batchRequest } from './batch-schema.ts';
import { sendBatch } from './batch.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { agreedKey, keyedSend } from './keyed-send.ts';
import { MAX_BATCH_BODY_BYTES, MAX_SEND_BODY_BYTES } from './limits.ts';
import { listPage } from './list.ts';
import { listRequest } from './list-request.ts';
import { lookUpMessage } from './lookup.ts';
import { batchDoc, listDoc, lookupDoc, sendDoc } from './route-docs.ts';
import { sendMessage, type SendParts } from './send.ts';

const SEND = 'transactional:send';
const READ = 'transactional:read';

/** Returns the routes for the transactional API under `/transactional/emails`. */
export function transactionalRoutes(parts: SendParts & { readonly clock: Clock }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/transactional/emails',
      summary: 'Send an email',
      scope: SEND,
      isForDomainKeys: true,
      doc: sendDoc,
      bodyLimitBytes: MAX_SEND_BODY_BYTES,
      isGauge: true,
      body: keyedSend,
      handle: async ({ principal, body, headers }) =>
        accepted(await sendMessage(parts, principal, body.send, agreedKey(idempotencyKeyOf(headers), body.key))),
    }),
    route({
      method: 'POST',
      path: '/transactional/emails/batch',
      summary: 'Send up to 100 emails',
      scope: SEND,
      isForDomainKeys: true,
      doc: batchDoc,
      bodyLimitBytes: MAX_BATCH_BODY_BYTES,
      body: batchRequest,
      handle: async ({ principal, body: items, headers, problem }) =>
        accepted(await sendBatch(parts, principal, { mode: 'each', items, key: idempotencyKeyOf(headers), problem })),
    }),
    route({
      method: 'GET',
      path: '/transactional/emails/:id',
      summary: 'Retrieve a message with its timeline',
      scope: READ,
      isForDomainKeys: true,
      doc: lookupDoc,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await lookUpMessage(parts, principal, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/emails',
      summary: 'List recent messages, newest first',
      scope: READ,
      isForDomainKeys: true,
      doc: listDoc,
      query: cursorsOnly(listRequest(parts.clock)),
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await listPage(parts.db, principal, query),
      }),
    }),
  ];
}

function accepted({ answer, isReplayed }: { readonly answer: unknown; readonly isReplayed: boolean }): Reply {
  return { status: 202, body: answer, ...(isReplayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
}
