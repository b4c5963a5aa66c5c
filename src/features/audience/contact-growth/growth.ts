import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import { joinedByDay, joinedBySource, leftByDay } from './queries.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;
const MAX_SOURCES = 20;

/** Response schema for audience growth. */
export const growthSchema = Type.Object(
  {
    joined: Type.Integer({ description: 'Contacts that were added in the period.' }),
    left: Type.Integer({ description: 'Contacts that unsubscribed in the period.' }),
    series: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date', description: 'A day in UTC.' }),
        joined: Type.Integer(),
        left: Type.Integer(),
      }),
      { description: 'All days of the period, earliest first.' },
    ),
    sources: Type.Array(
      Type.Object({
        kind: Type.Enum(['form', 'import', 'token', 'other'], {
          description: '`token`: added with an API key or token. `other`: added in the dashboard.',
        }),
        id: Type.Union([Type.String(), Type.Null()], { description: 'ID of the form, import, or token.' }),
        name: Type.Union([Type.String(), Type.Null()], {
          description: 'Title of the form, or name of the file or token.',
        }),
        joined: Type.Integer(),
        active: Type.Integer({ description: 'Number of contacts in `joined` that can still receive email.' }),
      }),
      { description: `Up to ${MAX_SOURCES} sources of the contacts that were added in the period, largest first.` },
    ),
  },
  { $id: 'AudienceGrowth' },
);

/** Parses the length of the period in days. */
export const growthQuery = parserOf(
  Type.Object({
    days: Type.Optional(
      Type.String({ description: `Length of the period in days, 1 to ${MAX_DAYS}. Default: ${DEFAULT_DAYS}.` }),
    ),
  }),
  ({ days: given = '' }, fail): { readonly days: number } => {
    const days = given === '' ? DEFAULT_DAYS : Number(/^\d{1,3}$/.test(given) ? given : 0);
    if (days < 1 || days > MAX_DAYS) fail('days', `must be an integer from 1 to ${MAX_DAYS}.`);
    return { days };
  },
);

/** Returns the daily growth of an account's audience over the past `days` days, including today. Days are in UTC. */
export async function growthOf(
  db: Db,
  accountId: number,
  now: number,
  days: number,
): Promise<AnswerOf<typeof growthSchema>> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const from = new Date(today - (days - 1) * DAY_MS);
  const joined = byDay(await joinedByDay(db, accountId, from));
  const left = byDay(await leftByDay(db, accountId, from));
  const series = Array.from({ length: days }, (_, index) => {
    const day = new Date(from.getTime() + index * DAY_MS).toISOString().slice(0, 10);
    return { day, joined: joined.get(day) ?? 0, left: left.get(day) ?? 0 };
  });
  return {
    joined: series.reduce((sum, point) => sum + point.joined, 0),
    left: series.reduce((sum, point) => sum + point.left, 0),
    series,
    sources: [...(await joinedBySource(db, accountId, from, MAX_SOURCES))],
  };
}

function byDay(rows: readonly { readonly day: string; readonly contacts: number }[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ contacts, day }) => [day, contacts]));
}
