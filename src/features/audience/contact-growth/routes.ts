import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { growthOf, growthQuery, growthSchema } from './growth.ts';
import { retentionOf, retentionQuery, retentionSchema } from './retention.ts';

/**
 * Returns the dashboard routes that report the growth of an account's audience and the contact counts of its sources.
 */
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
        description: 'Returns the number of contacts that joined and left in a period, by day and by source.',
        answers: [
          {
            status: 200,
            description: 'The audience growth.',
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
    route({
      method: 'GET',
      path: '/dashboard/growth/sources',
      summary: 'Get contact counts by source',
      scope: 'dashboard:read',
      query: retentionQuery,
      doc: {
        group: 'Dashboard: campaigns',
        description:
          'Returns how many contacts each form, import, or token added, and how many of these contacts were still active 30 days later.',
        answers: [
          {
            status: 200,
            description: 'The sources that added contacts.',
            schema: retentionSchema,
            example: { data: [{ id: '4', joined: 120, older: 100, retained: 91 }] },
          },
        ],
        problems: ['validation_error'],
      },
      handle: async ({ principal: { accountId }, query }) => ({
        status: 200,
        body: await retentionOf(db, accountId, query),
      }),
    }),
  ];
}
