import { type Route, route } from '../../../http/route.ts';
import { searchRoutes } from './search-routes.ts';
import { BASES, PREFIX } from './paths.ts';
import { anyBody, anyQuery, callerOf, COMMON, MANAGE, type PostmarkParts, READ } from './route-parts.ts';
import { sendRoutes } from './send-routes.ts';
import { templateRoutes } from './template-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { OUTBOUND, streamNamed } from './streams.ts';
import { dumpSuppressions, suppress, unsuppress } from './suppressions.ts';
import { STATISTICS } from './statistics.ts';
import type { Db } from '../../../base/db.ts';
import type { Principal } from '../../../http/principal.ts';
import { type EventRow, listVisits } from '../vendors/index.ts';
import { CODES, failure } from './failure.ts';
import { uuidOf } from './ids.ts';
import { pageIn, readQuery, spanIn } from './query.ts';
import { presentVisitor } from './visitor.ts';

const KNOWN = ['count', 'offset', 'recipient', 'tag', 'messagestream', 'fromdate', 'todate'];

/** Response property that contains the list, for each kind of event. */
const KINDS = { opened: 'Opens', clicked: 'Clicks' } as const;

/** Returns the routes for Postmark's clients, both under the prefix and at the root. */
export function postmarkRoutes(parts: PostmarkParts): Route[] {
  return [
    ...BASES.flatMap((base) =>
      [sendRoutes, searchRoutes, statisticRoutes, listRoutes].flatMap((routesOf) => routesOf(parts, base)),
    ),
    // Register these routes only under the prefix, because another vendor's API uses their paths at the root.
    ...webhookRoutes(parts, PREFIX),
    ...templateRoutes(parts, PREFIX),
  ];
}

/**
 * Returns the routes for the suppression list, which all streams share. Streams other than outbound also have their own
 * entries.
 */
function listRoutes(parts: PostmarkParts, base: string): Route[] {
  const { db, sandboxDomain } = parts;
  const path = `${base}/message-streams/:stream/suppressions`;
  return [
    route({
      ...COMMON,
      method: 'GET',
      path: `${path}/dump`,
      summary: 'List suppressed addresses (Postmark API)',
      scope: [READ, MANAGE],
      query: anyQuery,
      async handle(request) {
        const caller = await callerOf(parts, request);
        const stream = streamNamed(request.params['stream'] ?? '');
        return { status: 200, body: await dumpSuppressions(db, caller, stream, request.query) };
      },
    }),
    route({
      ...COMMON,
      // Keys that are restricted to a domain are rejected, because new entries apply to email from all domains.
      isForDomainKeys: false,
      method: 'POST',
      path,
      summary: 'Suppress addresses (Postmark API)',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        const caller = await callerOf(parts, request);
        const stream = streamNamed(request.params['stream'] ?? '');
        return { status: 200, body: await suppress(db, caller, stream, sandboxDomain, request.body) };
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${path}/delete`,
      summary: 'Remove addresses from the suppression list (Postmark API)',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        const caller = await callerOf(parts, request);
        const stream = streamNamed(request.params['stream'] ?? '');
        return { status: 200, body: await unsuppress(db, caller, stream, request.body) };
      },
    }),
  ];
}

/** Returns the routes that count messages and their results, and list opens and clicks. */
function statisticRoutes(parts: PostmarkParts, base: string): Route[] {
  const { db } = parts;
  const statistics = Object.entries(STATISTICS).map(([end, count]) =>
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/stats/outbound${end}`,
      summary: 'Count messages by day (Postmark API)',
      scope: READ,
      query: anyQuery,
      handle: async (request) => ({
        status: 200,
        body: await count(db, await callerOf(parts, request), request.query),
      }),
    }),
  );
  return [...statistics, ...visitRoutes(parts, base)];
}

function visitRoutes(parts: PostmarkParts, base: string): Route[] {
  const { db } = parts;
  const kinds = [
    ['opens', 'opened'],
    ['clicks', 'clicked'],
  ] as const;
  return kinds.flatMap(([name, event]) =>
    ['', '/:id'].map((end) =>
      route({
        ...COMMON,
        method: 'GET',
        path: `${base}/messages/outbound/${name}${end}`,
        summary: `List ${name} (Postmark API)`,
        scope: READ,
        query: anyQuery,
        handle: async (request) => ({
          status: 200,
          body: await searchVisits(db, await callerOf(parts, request), event, {
            query: request.query,
            id: request.params['id'],
          }),
        }),
      }),
    ),
  );
}

/**
 * Returns recent opens or clicks, newest first, optionally for a single message. Throws validation_error for invalid
 * IDs and parameters, and for filters on data that is not stored.
 */
async function searchVisits(
  db: Db,
  whose: Principal,
  event: keyof typeof KINDS,
  { id, query: given }: { readonly query: Readonly<Record<string, unknown>>; readonly id?: string | undefined },
): Promise<object> {
  const query = readQuery(given, KNOWN);
  const messageId = id === undefined ? undefined : uuidOf(id);
  if (id !== undefined && messageId === undefined) {
    throw failure(CODES.messageNotFound, 'This message was not found or cannot be accessed.');
  }
  const { rows, total } = await listVisits(
    db,
    { vendor: 'postmark', whose },
    {
      ...spanIn(query),
      event,
      messageId,
      recipient: query.get('recipient'),
      tag: query.get('tag'),
      stream: query.get('messagestream'),
    },
    pageIn(query),
  );
  return { TotalCount: total, [KINDS[event]]: rows.map((row) => presentVisit(row)) };
}

function presentVisit(row: EventRow): Record<string, unknown> {
  const { details, event, message_id: id, recipient, recorded_at: at, stream, tags } = row;
  return {
    RecordType: event === 'opened' ? 'Open' : 'Click',
    MessageID: id,
    Recipient: recipient,
    Tag: tags[0] ?? '',
    MessageStream: stream ?? OUTBOUND,
    ReceivedAt: at.toISOString(),
    ...(event === 'opened' ? { ReadSeconds: 0 } : { OriginalLink: details.url ?? '', ClickLocation: 'HTML' }),
    ...presentVisitor(row),
  };
}
