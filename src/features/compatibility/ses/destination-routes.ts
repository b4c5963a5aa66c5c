import { Type } from 'typebox';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Route, type RouteRequest, type RouteSpec } from '../../../http/route.ts';
import type { HookParts, RequireAdapter } from '../vendors/index.ts';
import { createDestination, listDestinations, removeDestination, updateDestination } from './event-destinations.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

const anyBody: Parser<unknown> = { schema: Type.Unknown(), parse: (given) => given };

/** Dependencies of the routes for event destinations. */
export interface DestinationParts extends HookParts {
  readonly requireAdapter: RequireAdapter;
}

type Common = Pick<RouteSpec<unknown, undefined>, 'bodyLimitBytes' | 'findSigner'>;

/**
 * Returns the routes for a configuration set's event destinations. Keys that are restricted to a domain cannot use
 * these routes, because destinations receive the events of the whole account.
 */
export function destinationRoutes(parts: DestinationParts, common: Common, home: string): Route[] {
  const path = `${home}/configuration-sets/:set/event-destinations`;
  const answering =
    (act: (whose: Principal, names: { set: string; name: string }, body: unknown) => Promise<object>) =>
    async ({ body, params, principal, requestId }: RouteRequest<unknown, undefined>) => {
      await parts.requireAdapter(principal, 'ses');
      const names = { set: params['set'] ?? '', name: params['name'] ?? '' };
      return {
        status: 200,
        body: await act(principal, names, body),
        headers: { 'x-amzn-requestid': requestId },
      };
    };
  const manage = { ...common, scope: MANAGE, body: anyBody } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path,
      summary: 'Where events are posted (Amazon SES API)',
      scope: [READ, MANAGE],
      body: anyBody,
      handle: answering(async (whose, { set }) => listDestinations(parts, whose, set)),
    }),
    route({
      ...manage,
      method: 'POST',
      path,
      summary: 'Create an event destination (Amazon SES API)',
      handle: answering(async (whose, { set }, body) => createDestination(parts, whose, set, body)),
    }),
    route({
      ...manage,
      // These clients send PUT, which the server accepts for PATCH routes.
      method: 'PATCH',
      path: `${path}/:name`,
      summary: 'Update an event destination (Amazon SES API)',
      handle: answering(async (whose, names, body) => updateDestination(parts, whose, names, body)),
    }),
    route({
      ...manage,
      method: 'DELETE',
      path: `${path}/:name`,
      summary: 'Delete an event destination (Amazon SES API)',
      handle: answering(async (whose, names) => removeDestination(parts, whose, names)),
    }),
  ];
}
