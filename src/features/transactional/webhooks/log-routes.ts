import { cursorsOnly, knownFieldsOnly } from '../../../http/known-fields.ts';
import { route, type Route } from '../../../http/route.ts';
import type { UrlPolicy } from '../../../http/outgoing/url.ts';
import { logDocs } from './log-docs.ts';
import { replayDocs } from './replay-docs.ts';
import { logRequest, replayPageRequest } from './log-schema.ts';
import { listDeliveries, readDelivery, readHealth, resend, sendTest, type LogParts } from './log.ts';
import { replayRequest, testRequest } from './replay-schema.ts';
import { startReplay, pageOfReplays, readReplay, stopReplay } from './replay.ts';
import { timelineRoutes } from './timeline-routes.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

export interface LogRouteParts extends LogParts {
  /** Rules for the URLs of replays. The same rules apply to webhooks. */
  readonly urlPolicy: UrlPolicy;
}

/** Returns the routes for a webhook's log, health and replays. */
export function webhookLogRoutes(parts: LogRouteParts): Route[] {
  return [...logRoutes(parts), ...replayRoutes(parts), ...timelineRoutes(parts)];
}

function logRoutes(parts: LogRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/transactional/webhook/deliveries',
      summary: 'List webhook deliveries, newest first',
      scope: [READ, MANAGE],
      query: cursorsOnly(logRequest(parts.clock)),
      doc: logDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await listDeliveries(parts, principal.accountId, query),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/webhook/deliveries/:id',
      summary: 'Retrieve a delivery with its attempts and body',
      scope: [READ, MANAGE],
      doc: logDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await readDelivery(parts, principal.accountId, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'POST',
      path: '/transactional/webhook/deliveries/:id/resend',
      summary: 'Resend a delivery',
      scope: MANAGE,
      doc: logDocs.resend,
      handle: async ({ principal, params }) => ({
        status: 202,
        body: await resend(parts, principal.accountId, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'POST',
      path: '/transactional/webhook/test',
      summary: 'Send a test event to the webhook',
      scope: MANAGE,
      body: knownFieldsOnly(testRequest),
      doc: logDocs.test,
      handle: async ({ principal, body }) => ({ status: 202, body: await sendTest(parts, principal.accountId, body) }),
    }),
    route({
      method: 'GET',
      path: '/transactional/webhook/health',
      summary: 'Retrieve the health of the webhook',
      scope: [READ, MANAGE],
      doc: logDocs.health,
      handle: async ({ principal }) => ({ status: 200, body: await readHealth(parts, principal.accountId) }),
    }),
  ];
}

function replayRoutes(parts: LogRouteParts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/transactional/webhook/replays',
      summary: 'Start a replay',
      scope: MANAGE,
      body: knownFieldsOnly(replayRequest(parts.clock, parts.urlPolicy)),
      doc: replayDocs.begin,
      handle: async ({ principal, body }) => ({
        status: 202,
        body: await startReplay(parts, principal.accountId, body),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/webhook/replays',
      summary: 'List replays, newest first',
      scope: [READ, MANAGE],
      query: cursorsOnly(replayPageRequest(parts.clock)),
      doc: replayDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfReplays(parts, principal.accountId, query),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/webhook/replays/:id',
      summary: 'Retrieve a replay',
      scope: [READ, MANAGE],
      doc: replayDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await readReplay(parts, principal.accountId, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'POST',
      path: '/transactional/webhook/replays/:id/cancel',
      summary: 'Cancel a replay',
      scope: MANAGE,
      doc: replayDocs.cancel,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await stopReplay(parts, principal.accountId, params['id'] ?? ''),
      }),
    }),
  ];
}
