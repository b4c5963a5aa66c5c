import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { alertChangeRequest, newAlertRequest } from './alert-schema.ts';
import { changeAlert, createAlert, listAlerts, readAlert, removeAlert } from './alerts.ts';
import { alertDocs, tagDocs } from './route-docs.ts';
import { changeTag, pageOfTags, readTag, switchesRequest, tagPageRequest } from './tags.ts';
import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { type Parser, parserOf } from '../../../http/parser.ts';
import { addUp, NO_COUNTERS, presentCounters } from './counters.ts';
import { dateOf, DAY_MS, DEFAULT_DAYS, MAX_DAYS, parseDate, startOfPeriod, startOfToday } from './days.ts';
import { daysOfTag, tagByName } from './queries.ts';
import { faultOfTag } from './tag-name.ts';

const DATE = Type.Optional(Type.String({ description: 'A UTC day in the format `YYYY-MM-DD`.' }));

/** A period of UTC days, inclusive. */
interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

interface TagRouteParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** Returns the routes for tags and their alerts. */
export function tagRoutes(parts: TagRouteParts): Route[] {
  return [...switchRoutes(parts), ...alertRoutes(parts)];
}

function switchRoutes(parts: TagRouteParts): Route[] {
  const { clock, db } = parts;
  return [
    route({
      method: 'GET',
      path: '/transactional/tags',
      summary: 'List tags',
      scope: [READ, MANAGE],
      query: tagPageRequest,
      doc: tagDocs.list,
      handle: async ({ principal, query }) => ({
        status: 200,
        body: await pageOfTags(parts, principal.accountId, query),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/tags/:tag',
      summary: 'Get a tag',
      scope: [READ, MANAGE],
      doc: tagDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await readTag(parts, principal.accountId, params['tag'] ?? ''),
      }),
    }),
    route({
      method: 'PATCH',
      path: '/transactional/tags/:tag',
      summary: 'Update the tracking settings of a tag',
      scope: MANAGE,
      body: switchesRequest,
      doc: tagDocs.change,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await changeTag(parts, principal.accountId, params['tag'] ?? '', body),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/tags/:tag/statistics',
      summary: 'Get the daily statistics of a tag',
      scope: [READ, MANAGE],
      query: periodRequest(clock),
      doc: tagDocs.statistics,
      handle: async ({ principal, params, query }) => ({
        status: 200,
        body: await statisticsOfTag(db, principal.accountId, params['tag'] ?? '', query),
      }),
    }),
  ];
}

function alertRoutes({ db }: TagRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/transactional/alerts',
      summary: 'List alerts',
      scope: [READ, MANAGE],
      doc: alertDocs.list,
      handle: async ({ principal }) => ({ status: 200, body: await listAlerts(db, principal.accountId) }),
    }),
    route({
      method: 'POST',
      path: '/transactional/alerts',
      summary: 'Create an alert',
      scope: MANAGE,
      body: newAlertRequest,
      doc: alertDocs.create,
      handle: async ({ principal, body }) => ({
        status: 201,
        body: await createAlert(db, principal.accountId, body),
      }),
    }),
    route({
      method: 'GET',
      path: '/transactional/alerts/:id',
      summary: 'Get an alert',
      scope: [READ, MANAGE],
      doc: alertDocs.read,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await readAlert(db, principal.accountId, params['id'] ?? ''),
      }),
    }),
    route({
      method: 'PATCH',
      path: '/transactional/alerts/:id',
      summary: 'Update an alert',
      scope: MANAGE,
      body: alertChangeRequest,
      doc: alertDocs.change,
      handle: async ({ principal, params, body }) => ({
        status: 200,
        body: await changeAlert(db, principal.accountId, params['id'] ?? '', body),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/transactional/alerts/:id',
      summary: 'Delete an alert',
      scope: MANAGE,
      doc: alertDocs.remove,
      async handle({ principal, params }) {
        await removeAlert(db, principal.accountId, params['id'] ?? '');
        return { status: 200, body: { message: 'The alert was deleted.' } };
      },
    }),
  ];
}

/** Returns the parser for a period. Default: the last 30 days including today. */
function periodRequest(clock: Clock): Parser<Period> {
  return parserOf(Type.Object({ from: DATE, to: DATE }), (given, fail): Period => {
    const day = (field: 'from' | 'to', fallbackMs: number): number => {
      const text = given[field];
      const time = text ? parseDate(text) : fallbackMs;
      if (time === undefined) fail(field, 'must be a date in the format YYYY-MM-DD, not earlier than 1970-01-01.');
      return time ?? fallbackMs;
    };
    const toMs = day('to', startOfToday(clock));
    const fromMs = day('from', startOfPeriod(toMs, DEFAULT_DAYS));
    if (fromMs > toMs) fail('from', 'must not be later than `to`.');
    else if (toMs - fromMs >= MAX_DAYS * DAY_MS) fail('from', `must be less than ${MAX_DAYS} days before \`to\`.`);
    return { fromMs, toMs };
  });
}

/**
 * Returns the statistics of a tag, with one entry per UTC day, including days without email. Throws not_found for a tag
 * that the account has never used or configured.
 */
async function statisticsOfTag(db: Db, accountId: number, tag: string, { fromMs, toMs }: Period) {
  const [from, before] = [new Date(fromMs), new Date(toMs + DAY_MS)];
  const [known] = faultOfTag(tag) ? [] : await tagByName(db, accountId, before, tag);
  if (!known) throw new Refusal('not_found');
  const rows = await daysOfTag(db, accountId, tag, from, before);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return {
    tag,
    from: dateOf(fromMs),
    to: dateOf(toMs),
    totals: presentCounters(addUp(rows)),
    data: Array.from({ length: Math.round((before.getTime() - fromMs) / DAY_MS) }, (_, index) => {
      const date = dateOf(fromMs + index * DAY_MS);
      return { date, ...presentCounters(byDay.get(date) ?? NO_COUNTERS) };
    }),
  };
}
