import { Type } from 'typebox';
import type { Database } from '../../base/db.ts';
import { parserOf } from '../../http/parser.ts';
import type { Principal } from '../../http/principal.ts';
import type { RouteDoc } from '../../http/route-doc.ts';
import { route, type Route } from '../../http/route.ts';
import { recordAct } from '../accounts/index.ts';
import { removeSuppression } from './entries.ts';
import { MAX_DETAIL_CHARACTERS } from './limits.ts';
import type { Suppression } from './present.ts';

const removalRequest = parserOf(
  Type.Object({
    why: Type.String({
      description: `Why mail may go there again, 1 to ${MAX_DETAIL_CHARACTERS} characters; the audit log keeps it.`,
    }),
  }),
  (given, fail) => {
    const why = given.why.trim();
    if (why === '') fail('why', 'is required: the audit log keeps it.');
    else if (why.length > MAX_DETAIL_CHARACTERS) fail('why', `must be at most ${MAX_DETAIL_CHARACTERS} characters.`);
    return { why };
  },
);

const removalDoc: RouteDoc = {
  group: 'Dashboard: suppressions',
  description: 'As `DELETE /transactional/suppressions/{address}`, with a why for the audit log.',
  params: { address: { description: 'The address.', example: 'ann@customer.example' } },
  requestExample: { why: 'She asked for it by telephone.' },
  answers: [
    {
      status: 200,
      description: 'It is off the list.',
      schema: Type.Object({ message: Type.String() }),
      example: { message: 'ann@customer.example may be written to again.' },
    },
  ],
  problems: ['not_found', 'validation_error'],
};

/** What people do with the suppression list beyond what keys may: they say why. */
export function dashboardSuppressionRoutes({ db }: { readonly db: Database }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/dashboard/suppressions/:address/removal',
      summary: 'Take an address off the suppression list, saying why',
      scope: 'dashboard:write',
      body: removalRequest,
      doc: removalDoc,
      async handle({ principal, params, body }) {
        const { address } = await removeSaying(db, principal, params['address'] ?? '', body.why);
        return { status: 200, body: { message: `${address} may be written to again.` } };
      },
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
