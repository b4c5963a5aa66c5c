import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  countPage,
  idempotencyKeyOf,
  listRequest,
  parseMessageId,
  readMessage,
  type SendParts,
} from '../messages/index.ts';
import { checklistRoutes } from './checklist-routes.ts';
import type { ChecklistParts } from './checklist.ts';
import { createCheckRunner, type CheckParts } from './checks/run.ts';
import { createLiveHub, type HubParts } from './live/hub.ts';
import { createLiveStreams, type LiveStreams } from './live/stream.ts';
import { exportRoute, type ExportParts } from './export.ts';
import { overviewRequest, readOverview } from './overview.ts';
import { viewDocs } from './route-docs.ts';
import { readRoute } from './route-view.ts';
import { sendAgain, sendAgainRequest } from './send-again.ts';
import { shareRoutes } from './share-routes.ts';
import type { ShareParts } from './share.ts';
import { composeFor, replyWithPreview, replyWithSource } from './source.ts';

const READ = 'dashboard:read';

/** Dependencies of the message pages. */
export type MessageViewParts = SendParts & HubParts & CheckParts & ShareParts & ExportParts & ChecklistParts;

const recipientField = {
  recipient: Type.Optional(Type.String({ description: 'A recipient of the message. Default: the first recipient.' })),
};
const recipientRequest = parserOf(Type.Object(recipientField));
const sourceRequest = parserOf(
  Type.Object({
    ...recipientField,
    download: Type.Optional(Type.String({ description: 'Set to 1 to download the source as a file.' })),
  }),
);
const previewRequest = parserOf(
  Type.Object({
    ...recipientField,
    mode: Type.Optional(Type.String({ description: '`light` (default) or `dark`.' })),
    images: Type.Optional(Type.String({ description: 'Set to 1 to load remote images.' })),
  }),
  ({ images, mode = 'light' }, fail) => {
    if (mode !== 'light' && mode !== 'dark') fail('mode', 'must be `light` or `dark`.');
    return { mode: mode === 'dark' ? 'dark' : 'light', images: images === '1' } as const;
  },
);
const liveRequest = parserOf(
  Type.Object({
    message: Type.Optional(
      Type.String({
        description: 'The ID of a message to watch. The stream then includes new delivery steps of this message.',
      }),
    ),
    last_event_id: Type.Optional(
      Type.String({ description: 'The value of `Last-Event-ID`, for clients that cannot set headers.' }),
    ),
  }),
);

/** Returns the routes for the overview and the message pages. The file present.ts describes the responses. */
export function messageViewRoutes(parts: MessageViewParts): Route[] {
  const streams = createLiveStreams(createLiveHub(parts));
  return [
    ...viewRoutes(parts),
    sendAgainRoute(parts),
    ...shareRoutes(parts),
    exportRoute(parts),
    countRoute(parts),
    overviewRoute(parts),
    ...checklistRoutes(parts),
    liveRoute(parts, streams),
  ];
}

function viewRoutes(parts: MessageViewParts): Route[] {
  const runChecks = createCheckRunner(parts);
  return [
    route({
      method: 'GET',
      path: '/dashboard/messages/:id/route',
      summary: 'Retrieve the delivery route of a message',
      scope: READ,
      query: recipientRequest,
      doc: viewDocs.route,
      handle: async ({ params, principal, query }) => ({
        status: 200,
        body: await readRoute(parts, principal.accountId, params['id'] ?? '', query.recipient),
      }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/messages/:id/source',
      summary: 'Retrieve the source of an email',
      scope: READ,
      query: sourceRequest,
      doc: viewDocs.source,
      async handle({ params, principal, query }) {
        const composed = await composeFor(parts, principal.accountId, params['id'] ?? '', query.recipient);
        return replyWithSource(composed, query.download === '1');
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/messages/:id/preview',
      summary: 'Preview a message',
      scope: READ,
      query: previewRequest,
      doc: viewDocs.preview,
      handle: async ({ params, principal, query }) =>
        replyWithPreview(parts.html, await readMessage(parts, principal, params['id'] ?? ''), query, parts.baseUrl()),
    }),
    route({
      method: 'GET',
      path: '/dashboard/messages/:id/checks',
      summary: 'Check a message',
      scope: READ,
      query: recipientRequest,
      doc: viewDocs.checks,
      handle: async ({ params, principal, query }) => ({
        status: 200,
        body: await runChecks(principal.accountId, params['id'] ?? '', query.recipient),
      }),
    }),
  ];
}

function sendAgainRoute(parts: MessageViewParts): Route {
  return route({
    method: 'POST',
    path: '/dashboard/messages/:id/send-again',
    summary: 'Send a message again',
    scope: 'dashboard:write',
    body: sendAgainRequest,
    doc: viewDocs.sendAgain,
    async handle({ body, headers, params, principal }) {
      const stored = await readMessage(parts, principal, params['id'] ?? '');
      const about = { to: body.to, key: idempotencyKeyOf(headers) };
      const { answer, isReplayed } = await sendAgain(parts, principal, stored, about);
      return { status: 202, body: answer, ...(isReplayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
    },
  });
}

function countRoute(parts: MessageViewParts): Route {
  return route({
    method: 'GET',
    path: '/dashboard/messages/count',
    summary: 'Count messages',
    scope: READ,
    query: listRequest(parts.clock),
    doc: viewDocs.count,
    handle: async ({ principal, query }) => ({
      status: 200,
      body: await countPage(parts.db, principal.accountId, query),
    }),
  });
}

function overviewRoute(parts: MessageViewParts): Route {
  return route({
    method: 'GET',
    path: '/dashboard/overview',
    summary: 'Retrieve the account overview',
    scope: READ,
    query: overviewRequest,
    doc: viewDocs.overview,
    handle: async ({ principal, query }) => ({
      status: 200,
      body: await readOverview(parts, principal.accountId, query.days),
    }),
  });
}

function liveRoute(parts: MessageViewParts, streams: LiveStreams): Route {
  return route({
    method: 'GET',
    path: '/dashboard/live',
    summary: 'Stream account changes',
    scope: READ,
    query: liveRequest,
    doc: viewDocs.live,
    async handle({ headers, principal, query }) {
      const { message } = query;
      const id = message === undefined || message === '' ? undefined : parseMessageId(message, parts.clock.now());
      // Throws not_found if the account has no such message.
      if (message) await readMessage(parts, principal, message);
      // Node joins repeated `Last-Event-ID` headers into one value, which is not a valid snapshot.
      const lastEventId = [headers['last-event-id'] ?? query.last_event_id].flat()[0];
      return streams.open(principal, { lastEventId, ...(id && { watched: id }) });
    },
  });
}
