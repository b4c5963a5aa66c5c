import { Refusal } from '../../../base/refusal.ts';
import { route, type Route } from '../../../http/route.ts';
import {
  auditQuery,
  decideReview,
  listOpenReviews,
  readLatestReview,
  readSettings,
} from '../account-settings/index.ts';
import { pageOfAudit } from '../../tenants/accounts/index.ts';
import { operatedDocs } from './account-docs.ts';
import { makeAccount, operateAccount, pageOfAccounts, readOperated, type AccountParts } from './accounts.ts';
import { requireOperator, SCOPE } from '../../../http/operator.ts';
import { accountChangeRequest, accountQuery, decisionRequest, newAccountRequest } from './schema.ts';
import type { Clock } from '../../../base/clock.ts';

const PATH = '/dashboard/operator/accounts';
const ID = /^[1-9]\d{0,14}$/;

interface Parts extends AccountParts {
  readonly clock: Clock;
}

/** Returns the operator's routes for managing accounts and reviews. */
export function operatedAccountRoutes(parts: Parts): Route[] {
  return [...listRoutes(parts), ...changeRoutes(parts)];
}

function listRoutes({ clock, db }: Parts): Route[] {
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'List accounts',
      scope: SCOPE,
      query: accountQuery,
      doc: operatedDocs.list,
      async handle({ principal, query }) {
        requireOperator(principal);
        return { status: 200, body: await pageOfAccounts(db, query) };
      },
    }),
    route({
      method: 'GET',
      path: `${PATH}/:id`,
      summary: 'Get an account',
      scope: SCOPE,
      doc: operatedDocs.read,
      async handle({ principal, params }) {
        requireOperator(principal);
        const account = await readOperated(db, idOf(params));
        const { runs_out_on: runsOutOn, timezone, usage } = await readSettings(db, account.id, clock.now());
        const review = (await readLatestReview(db, account.id)) ?? null;
        return { status: 200, body: { ...account, timezone, usage, runs_out_on: runsOutOn, review } };
      },
    }),
    route({
      method: 'GET',
      path: `${PATH}/:id/audit`,
      summary: 'List an account’s audit log entries',
      scope: SCOPE,
      query: auditQuery,
      doc: operatedDocs.audit,
      async handle({ principal, params, query }) {
        requireOperator(principal);
        const { id } = await readOperated(db, idOf(params));
        return { status: 200, body: await pageOfAudit(db, id, { ...query, showsOperators: true }) };
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/operator/reviews',
      summary: 'List open reviews',
      scope: SCOPE,
      doc: operatedDocs.reviews,
      async handle({ principal }) {
        requireOperator(principal);
        return { status: 200, body: { data: await listOpenReviews(db) } };
      },
    }),
  ];
}

function changeRoutes(parts: Parts): Route[] {
  return [
    route({
      method: 'POST',
      path: PATH,
      summary: 'Create an account',
      scope: SCOPE,
      body: newAccountRequest,
      doc: operatedDocs.create,
      async handle({ principal, body }) {
        requireOperator(principal);
        return { status: 201, body: await makeAccount(parts, principal, body) };
      },
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:id`,
      summary: 'Update an account',
      scope: SCOPE,
      body: accountChangeRequest,
      doc: operatedDocs.change,
      async handle({ principal, params, body }) {
        requireOperator(principal);
        return { status: 200, body: await operateAccount(parts, principal, idOf(params), body) };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/:id/review`,
      summary: 'Approve or decline a review',
      scope: SCOPE,
      body: decisionRequest,
      doc: operatedDocs.decide,
      async handle({ principal, params, body }) {
        requireOperator(principal);
        return { status: 200, body: await decideReview(parts, principal, idOf(params), body) };
      },
    }),
  ];
}

/** Returns the account ID in a path. Throws not_found if it is invalid. */
function idOf(params: Readonly<Record<string, string>>): number {
  const id = params['id'] ?? '';
  if (!ID.test(id)) throw new Refusal('not_found', { message: 'No account has this ID.' });
  return Number(id);
}
