import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { growthOf, growthQuery, growthSchema } from './growth.ts';

/** Returns the route that reports the growth of an account's audience to the dashboard. */
export function contactGrowthRoutes({ clock, db }: { readonly clock: Clock; readonly db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/growth',
      summary: 'Get audience growth',
      scope: 'dashboard:read',
      query: growthQuery,
      doc: {
        group: 'Dashboard: campaigns',
        description: 'Returns how many contacts joined and left in a period, by day and by source.',
        answers: [
          {
            status: 200,
            description: 'The growth.',
            schema: growthSchema,
            example: {
              joined: 12,
              left: 1,
              series: [{ day: '2026-11-22', joined: 12, left: 1 }],
              sources: [{ kind: 'form', id: '4', name: 'Newsletter', joined: 12, active: 11 }],
            },
          },
        ],
        problems: ['validation_error'],
      },
      async handle({ principal: { accountId }, query: { days } }) {
        return { status: 200, body: await growthOf(db, accountId, clock.now(), days) };
      },
    }),
  ];
}
