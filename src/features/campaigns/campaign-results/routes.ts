import type { Db } from '../../../base/db.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES } from '../../../http/account/scopes.ts';
import { createExportSlots } from '../../../http/export-slots.ts';
import { route, type Route } from '../../../http/route.ts';
import { findCampaign, type CampaignParts } from '../campaigns/index.ts';
import { comparisonDocs } from './comparison-docs.ts';
import { averageOf, breakdownOf } from './comparison.ts';
import { devicesDoc, devicesOf } from './devices.ts';
import { engagedPage } from './engaged.ts';
import { exportDoc, exportQuery, MAX_EXPORT_MS, writeEngaged } from './export.ts';
import { overTime } from './list-queries.ts';
import { campaignAnywhere } from './queries.ts';
import { resultDocs } from './route-docs.ts';
import { breakdownQuery, engagementQuery, overTimeQuery, statsQuery } from './schema.ts';
import { statsOf } from './stats.ts';
import { summariesOf, summariesQuery } from './summaries.ts';

/** Maximum number of hours or days in a response. */
const MAX_TIMES = 1_000;

/** Dependencies of the result routes. */
interface ResultParts extends Pick<CampaignParts, 'badgesOf' | 'db'> {
  readonly baseUrl: () => string;
}

/** Returns the account API routes for campaign results. */
export function resultRoutes(parts: ResultParts): Route[] {
  const { baseUrl, db } = parts;
  const own = async (accountId: number, given: string | undefined): Promise<number> => {
    const id = objectIdOf(given);
    await ownObject(await findCampaign(db, accountId, id), async () => campaignAnywhere(db, id));
    return id;
  };
  return [
    route({
      method: 'GET',
      path: '/campaigns/:id/stats',
      summary: 'Get campaign statistics',
      scope: ACCOUNT_READ_SCOPES,
      query: statsQuery,
      doc: resultDocs.stats,
      async handle({ principal: { accountId }, params, query: { links } }) {
        const id = await own(accountId, params['id']);
        return { status: 200, body: await statsOf(db, accountId, id, links) };
      },
    }),
    route({
      method: 'GET',
      path: '/campaigns/:id/engagement',
      summary: 'List contacts by campaign engagement',
      scope: ACCOUNT_READ_SCOPES,
      query: engagementQuery,
      doc: resultDocs.engagement,
      async handle({ principal: { accountId }, params, query: { kind, request } }) {
        const id = await own(accountId, params['id']);
        const { contacts, total } = await engagedPage(db, accountId, id, { kind, request });
        const url = `${baseUrl()}/campaigns/${id}/engagement`;
        return { status: 200, body: page({ data: contacts, total, request, url, parameters: { type: kind } }) };
      },
    }),
    route({
      method: 'GET',
      path: '/campaigns/:id/over-time',
      summary: 'Get campaign opens and clicks over time',
      scope: ACCOUNT_READ_SCOPES,
      query: overTimeQuery,
      doc: resultDocs.overTime,
      async handle({ principal: { accountId }, params, query: { interval } }) {
        const id = await own(accountId, params['id']);
        const rows = await overTime(db, accountId, id, interval, MAX_TIMES);
        const data = rows.map(({ at, clicks, opens }) => ({ at: at.toISOString(), opens, clicks }));
        return { status: 200, body: { interval, data } };
      },
    }),
    summariesRoute(parts),
    ...comparisonRoutes(db, own),
    devicesRoute(db, own),
    exportRoute(db, own),
  ];
}

type Own = (accountId: number, given: string | undefined) => Promise<number>;

/** Returns the route that exports the recipients of a campaign. */
function exportRoute(db: Db, own: Own): Route {
  const slots = createExportSlots();
  return route({
    method: 'GET',
    path: '/dashboard/campaigns/:id/engagement/export',
    summary: 'Export the recipients of a campaign as CSV',
    scope: 'dashboard:read',
    query: exportQuery,
    doc: exportDoc,
    async handle({ principal: { accountId, rateBucket }, params, query: { kind } }) {
      slots.require(rateBucket);
      const id = await own(accountId, params['id']);
      return {
        status: 200,
        body: undefined,
        headers: {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': `attachment; filename="campaign-${id}-${kind}.csv"`,
        },
        stream: async (output) => slots.hold(rateBucket, async () => writeEngaged(db, accountId, id, { kind, output })),
        patienceMs: MAX_EXPORT_MS,
      };
    },
  });
}

function comparisonRoutes(db: Db, own: Own): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/campaigns/:id/average',
      summary: 'Get the average results of earlier campaigns',
      scope: 'dashboard:read',
      doc: comparisonDocs.average,
      async handle({ principal: { accountId }, params }) {
        return { status: 200, body: await averageOf(db, accountId, await own(accountId, params['id'])) };
      },
    }),
    route({
      method: 'GET',
      path: '/dashboard/campaigns/:id/breakdown',
      summary: 'Get campaign results by group of recipients',
      scope: 'dashboard:read',
      query: breakdownQuery,
      doc: comparisonDocs.breakdown,
      async handle({ principal: { accountId }, params, query: { by } }) {
        return { status: 200, body: await breakdownOf(db, accountId, await own(accountId, params['id']), by) };
      },
    }),
  ];
}

function devicesRoute(db: Db, own: Own): Route {
  return route({
    method: 'GET',
    path: '/dashboard/campaigns/:id/devices',
    summary: 'Get campaign results by device and mailbox provider',
    scope: 'dashboard:read',
    doc: devicesDoc,
    async handle({ principal: { accountId }, params }) {
      return { status: 200, body: await devicesOf(db, accountId, await own(accountId, params['id'])) };
    },
  });
}

function summariesRoute(parts: ResultParts): Route {
  return route({
    method: 'GET',
    path: '/dashboard/campaigns',
    summary: 'List campaigns without their content',
    scope: 'dashboard:read',
    query: summariesQuery,
    doc: resultDocs.summaries,
    handle: async ({ principal: { accountId }, query }) => ({
      status: 200,
      body: await summariesOf(parts, accountId, query),
    }),
  });
}
