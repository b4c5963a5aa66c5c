import { route, type Route } from '../../../http/route.ts';
import { anyQuery, callerOf, COMMON, READ, type PostmarkParts } from './route-parts.ts';
import { STATISTICS } from './statistics.ts';
import { searchVisits } from './visits.ts';

/** What counts messages and what became of them, and lists who opened and clicked. */
export function statisticRoutes(parts: PostmarkParts, base: string): Route[] {
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
