import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { readUsage } from './read.ts';

const COUNT_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);
const TIME = Type.String({ format: 'date-time' });

export const usageSchema = Type.Object(
  {
    plan: Type.String(),
    month: Type.Object({
      used: Type.Integer(),
      limit: COUNT_OR_NULL,
      remaining: COUNT_OR_NULL,
      starts_at: TIME,
      resets_at: TIME,
    }),
    day: Type.Object({ used: Type.Integer(), limit: COUNT_OR_NULL, remaining: COUNT_OR_NULL, resets_at: TIME }),
    overage: Type.Object({
      available: Type.Boolean(),
      enabled: Type.Boolean(),
      cap_usd: Type.Number(),
      usd_per_thousand: Type.Union([Type.Number(), Type.Null()]),
      used: Type.Integer({ description: 'Number of emails sent this month in excess of the monthly quota.' }),
      cost_usd: Type.Number(),
    }),
    rate: Type.Object({ per_second: COUNT_OR_NULL, per_minute: COUNT_OR_NULL }),
    months: Type.Array(Type.Object({ month: Type.String(), used: Type.Integer() })),
  },
  { $id: 'Usage' },
);

/** Returns the route `GET /transactional/usage`. */
export function usageRoutes({ db }: { readonly db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/transactional/usage',
      summary: 'Get the account’s usage',
      scope: 'transactional:read',
      doc: {
        group: 'Usage',
        description:
          'Each address in `to`, `cc`, and `bcc` counts as one email. Emails to test addresses do not count toward limits. Months and days start at ' +
          'midnight UTC. If a limit is null, usage is unlimited. The monthly limit includes overage.',
        answers: [{ status: 200, description: 'The usage.', schema: usageSchema, example: EXAMPLE }],
      },
      handle: async ({ principal }) => ({ status: 200, body: await readUsage(db, principal.accountId) }),
    }),
  ];
}

const EXAMPLE = {
  plan: 'free',
  month: {
    used: 412,
    limit: 3000,
    remaining: 2588,
    starts_at: '2026-11-01T00:00:00.000Z',
    resets_at: '2026-12-01T00:00:00.000Z',
  },
  day: { used: 12, limit: 100, remaining: 88, resets_at: '2026-11-22T00:00:00.000Z' },
  overage: { available: false, enabled: false, cap_usd: 50, usd_per_thousand: null, used: 0, cost_usd: 0 },
  rate: { per_second: 5, per_minute: 300 },
  months: [
    { month: '2026-11', used: 412 },
    { month: '2026-10', used: 1980 },
  ],
};
