import { route, type Route } from '../../../http/route.ts';
import { anyBody, anyQuery, callerOf, COMMON, MANAGE, READ, type PostmarkParts } from './route-parts.ts';
import { streamNamed } from './streams.ts';
import { dumpSuppressions, suppress, unsuppress } from './suppressions.ts';

/** The suppression list, which is one for all streams. */
export function listRoutes(parts: PostmarkParts, base: string): Route[] {
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
        streamNamed(request.params['stream'] ?? '');
        return { status: 200, body: await dumpSuppressions(db, caller, request.query) };
      },
    }),
    route({
      ...COMMON,
      // What is put on the list holds for mail of every domain.
      isForDomainKeys: false,
      method: 'POST',
      path,
      summary: 'Suppress addresses (Postmark API)',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        const caller = await callerOf(parts, request);
        streamNamed(request.params['stream'] ?? '');
        return { status: 200, body: await suppress(db, caller, sandboxDomain, request.body) };
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
        streamNamed(request.params['stream'] ?? '');
        return { status: 200, body: await unsuppress(db, caller, request.body) };
      },
    }),
  ];
}
