import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { confirmationDocs } from './route-docs.ts';
import { readDoubleOptIn, type StandingParts } from './standing.ts';

/** The route of an account's double opt-in. */
export function confirmationRoutes(parts: StandingParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/double-opt-in',
      summary: 'Get the double opt-in status',
      scope: ACCOUNT_READ_SCOPES,
      doc: confirmationDocs.read,
      handle: async ({ principal }) => ({ status: 200, body: await readDoubleOptIn(parts, principal.accountId) }),
    }),
  ];
}
