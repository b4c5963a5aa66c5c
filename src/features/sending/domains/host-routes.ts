import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { parserOf } from '../../../http/parser.ts';
import { route, type Route } from '../../../http/route.ts';
import { keptName } from './domain-name.ts';
import { HOST_QUESTION } from './host-probe.ts';
import { publicHostOf } from './server-names.ts';
import { hostFound } from './tracking-queries.ts';

const question = parserOf(Type.Object({ domain: Type.Optional(Type.Unknown()) }), ({ domain }) => ({
  host: typeof domain === 'string' ? keptName(domain.toLowerCase()) : '',
}));

/**
 * Returns the route that a reverse proxy, such as Caddy, calls before it obtains a certificate on demand. The route
 * responds with 200 for the public host and for tracking hosts that point here or did so in the past. It responds with
 * 404 for all other hosts.
 */
export function trackingHostRoutes(parts: { readonly db: Db; readonly baseUrl: () => string }): Route[] {
  return [
    route({
      method: 'GET',
      path: HOST_QUESTION,
      summary: 'Check whether a host name needs a certificate',
      scope: undefined,
      query: question,
      async handle({ query: { host } }) {
        const isWanted =
          host !== '' && (host === publicHostOf(parts.baseUrl()) || (await hostFound(parts.db, host)).length > 0);
        if (!isWanted)
          throw new Refusal('not_found', { message: 'No sender domain of this installation uses this host.' });
        return { status: 200, body: { host } };
      },
    }),
  ];
}
