import { route, type Route } from '../../../http/route.ts';
import { activateBounce, deliveryStats, listBounces, readBounce } from './bounces.ts';
import { readDetails, searchMessages } from './messages.ts';
import { anyQuery, callerOf, COMMON, MANAGE, READ, type PostmarkParts } from './route-parts.ts';
import { presentStream, STREAMS, streamNamed } from './streams.ts';

/** Returns the routes that look up messages, bounces, and the server. */
export function searchRoutes(parts: PostmarkParts, base: string): Route[] {
  return [...messageRoutes(parts, base), ...bounceRoutes(parts, base), ...serverRoutes(parts, base)];
}

function messageRoutes(parts: PostmarkParts, base: string): Route[] {
  return [
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/messages/outbound`,
      summary: 'Search messages (Postmark API)',
      scope: READ,
      query: anyQuery,
      handle: async (request) => ({
        status: 200,
        body: await searchMessages(parts, await callerOf(parts, request), request.query),
      }),
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/messages/outbound/:id/details`,
      summary: 'Retrieve a message (Postmark API)',
      scope: READ,
      handle: async (request) => ({
        status: 200,
        body: await readDetails(parts, await callerOf(parts, request), request.params['id'] ?? ''),
      }),
    }),
  ];
}

function bounceRoutes(parts: PostmarkParts, base: string): Route[] {
  const { db } = parts;
  return [
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/bounces`,
      summary: 'List bounces (Postmark API)',
      scope: READ,
      query: anyQuery,
      handle: async (request) => ({
        status: 200,
        body: await listBounces(db, await callerOf(parts, request), request.query),
      }),
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/bounces/:id`,
      summary: 'Retrieve a bounce (Postmark API)',
      scope: READ,
      handle: async (request) => ({
        status: 200,
        body: await readBounce(db, await callerOf(parts, request), request.params['id'] ?? ''),
      }),
    }),
    route({
      ...COMMON,
      method: 'PATCH',
      path: `${base}/bounces/:id/activate`,
      summary: 'Reactivate a bounced address (Postmark API)',
      scope: MANAGE,
      handle: async (request) => ({
        status: 200,
        body: await activateBounce(db, await callerOf(parts, request), request.params['id'] ?? ''),
      }),
    }),
    // Clients use both spellings of the path.
    ...['deliverystats', 'deliveryStats'].map((name) =>
      route({
        ...COMMON,
        // Keys that are restricted to a domain cannot use this route, because the result includes suppressions of the
        // whole account.
        isForDomainKeys: false,
        method: 'GET',
        path: `${base}/${name}`,
        summary: 'Count bounces (Postmark API)',
        scope: READ,
        handle: async (request) => ({ status: 200, body: await deliveryStats(db, await callerOf(parts, request)) }),
      }),
    ),
  ];
}

function serverRoutes(parts: PostmarkParts, base: string): Route[] {
  return [
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/server`,
      summary: 'Retrieve the server (Postmark API)',
      scope: [READ, MANAGE],
      async handle(request) {
        const { account, accountId } = await callerOf(parts, request);
        return {
          status: 200,
          body: {
            ID: accountId,
            Name: account.email,
            ApiTokens: [],
            Color: 'blue',
            SmtpApiActivated: false,
            RawEmailEnabled: false,
            DeliveryType: 'Live',
            TrackOpens: false,
            TrackLinks: 'None',
          },
        };
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/message-streams`,
      summary: 'List message streams (Postmark API)',
      scope: [READ, MANAGE],
      query: anyQuery,
      async handle(request) {
        const { accountId } = await callerOf(parts, request);
        const streams = STREAMS.map((stream) => presentStream(stream, accountId));
        return { status: 200, body: { MessageStreams: streams, TotalCount: streams.length } };
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/message-streams/:stream`,
      summary: 'Retrieve a message stream (Postmark API)',
      scope: [READ, MANAGE],
      async handle(request) {
        const { accountId } = await callerOf(parts, request);
        return { status: 200, body: presentStream(streamNamed(request.params['stream'] ?? ''), accountId) };
      },
    }),
  ];
}
