import { Type } from 'typebox';
import type { Database } from '../../../base/db.ts';
import { parserOf } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import type { RouteDoc } from '../../../http/route-doc.ts';
import { route, type Route } from '../../../http/route.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import { removeSuppression } from './entries.ts';
import type { Suppression } from './present.ts';
import { countMatching, countRequest, MAX_REMOVED, removalRequest, removeMany, whyField, whyOf } from './removal.ts';

const whyRequest = parserOf(Type.Object({ why: whyField }), (given, fail) => ({ why: whyOf(given.why, fail) }));

const removalDoc: RouteDoc = {
  group: 'Dashboard: suppressions',
  description: 'Works like `DELETE /transactional/suppressions/{address}`, and records a reason in the audit log.',
  params: { address: { description: 'The email address.', example: 'ann@customer.example' } },
  requestExample: { why: 'Requested by phone' },
  answers: [
    {
      status: 200,
      description: 'The address was removed from the list.',
      schema: Type.Object({ message: Type.String() }),
      example: { message: 'ann@customer.example is no longer suppressed.' },
    },
  ],
  problems: ['not_found', 'validation_error'],
};

const removeManyDoc: RouteDoc = {
  group: 'Dashboard: suppressions',
  description:
    `Removes the given addresses, or up to ${MAX_REMOVED} addresses that match the filters. ` +
    'While `has_more` is true, repeat the request to remove more. Addresses that were added after `until` are kept.',
  requestExample: {
    why: 'The provider rejected all email for an hour',
    matching: { reason: 'bounced', query: '', until: '2026-11-21T09:30:00Z' },
  },
  answers: [
    {
      status: 200,
      description: 'The number of removed addresses.',
      schema: Type.Object({ removed: Type.Integer(), has_more: Type.Boolean() }),
      example: { removed: 1_000, has_more: true },
    },
  ],
  problems: ['validation_error'],
};

const countDoc: RouteDoc = {
  group: 'Dashboard: suppressions',
  description: 'Returns the number of addresses that match the filters. Counting stops at 10,000.',
  answers: [
    {
      status: 200,
      description: 'The count. If `is_more` is true, the actual number is higher.',
      schema: Type.Object({ count: Type.Integer(), is_more: Type.Boolean() }),
      example: { count: 412, is_more: false },
    },
  ],
  problems: ['validation_error'],
};

/** Returns the dashboard's routes for the suppression list. Removals require a reason. */
export function dashboardSuppressionRoutes({ db }: { readonly db: Database }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/dashboard/suppressions/:address/removal',
      summary: 'Remove an address from the suppression list with a reason',
      scope: 'dashboard:write',
      body: whyRequest,
      doc: removalDoc,
      async handle({ principal, params, body }) {
        const { address } = await removeSaying(db, principal, params['address'] ?? '', body.why);
        return { status: 200, body: { message: `${address} is no longer suppressed.` } };
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/suppressions/removal',
      summary: 'Remove several addresses from the suppression list with a reason',
      scope: 'dashboard:write',
      body: removalRequest,
      doc: removeManyDoc,
      handle: async ({ principal, body }) => ({ status: 200, body: await removeMany(db, principal, body) }),
    }),
    route({
      method: 'GET',
      path: '/dashboard/suppressions/count',
      summary: 'Count suppressed addresses',
      scope: 'dashboard:read',
      query: countRequest,
      doc: countDoc,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await countMatching(db, principal.accountId, query),
      }),
    }),
  ];
}

async function removeSaying(db: Database, principal: Principal, address: string, why: string): Promise<Suppression> {
  return db.transaction(async (tx) => {
    const removed = await removeSuppression(tx, principal.accountId, address);
    const { detail, reason } = removed;
    const before = { reason, detail };
    await recordAct(tx, principal, { action: 'suppression.remove', subject: removed.address, before, after: { why } });
    return removed;
  });
}
