import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { pageOfAudit } from '../../tenants/accounts/index.ts';
import type { SendNotice } from './notices.ts';
import { requestReview } from './review.ts';
import { accountDocs } from './route-docs.ts';
import { auditQuery, reviewRequest, settingsRequest } from './schema.ts';
import { changeSettings, readSettings } from './settings.ts';
import { readStatus, type PauseLimits } from './status.ts';

const READ = 'dashboard:read';
const ADMIN = 'dashboard:admin';
const PATH = '/dashboard/account';

interface AccountRouteParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly limits: PauseLimits;
  readonly sendNotice: SendNotice;
}

/** Returns the dashboard routes for the caller's own account. */
export function accountRoutes(parts: AccountRouteParts): Route[] {
  return [...settingsRoutes(parts), ...statusRoutes(parts)];
}

function settingsRoutes(parts: AccountRouteParts): Route[] {
  const { clock, db } = parts;
  return [
    route({
      method: 'GET',
      path: PATH,
      summary: 'Get the account',
      scope: READ,
      doc: accountDocs.read,
      handle: async ({ principal }) => ({
        status: 200,
        body: await readSettings(db, principal.accountId, clock.now()),
      }),
    }),
    route({
      method: 'PATCH',
      path: PATH,
      summary: 'Update the account settings',
      scope: ADMIN,
      body: settingsRequest,
      doc: accountDocs.change,
      handle: async ({ principal, body }) => ({ status: 200, body: await changeSettings(parts, principal, body) }),
    }),
  ];
}

function statusRoutes(parts: AccountRouteParts): Route[] {
  const { db, limits } = parts;
  return [
    route({
      method: 'GET',
      path: `${PATH}/status`,
      summary: 'Get the account’s sending status',
      scope: READ,
      doc: accountDocs.status,
      handle: async ({ principal }) => ({ status: 200, body: await readStatus(db, principal.accountId, limits) }),
    }),
    route({
      method: 'POST',
      path: `${PATH}/review`,
      summary: 'Request a review by the operator',
      scope: ADMIN,
      body: reviewRequest,
      doc: accountDocs.review,
      handle: async ({ principal, body }) => ({
        status: 201,
        body: await requestReview(parts, principal, body.message),
      }),
    }),
    route({
      method: 'GET',
      path: `${PATH}/audit`,
      summary: 'List audit log entries',
      scope: ADMIN,
      query: auditQuery,
      doc: accountDocs.audit,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfAudit(db, principal.accountId, {
          limit: query.limit,
          before: query.before,
          after: query.after,
          showsOperators: principal.account.isOperator,
        }),
      }),
    }),
  ];
}
