import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { parserOf, type Parser } from '../../../http/parser.ts';
import { addUp, NO_COUNTERS, presentCounters } from './counters.ts';
import { dateOf, DEFAULT_DAYS, MAX_DAYS, parseDate, startOfPeriod, startOfToday, DAY_MS } from './days.ts';
import { daysOfTag, tagByName } from './queries.ts';
import { faultOfTag } from './tag-name.ts';

const DATE = Type.Optional(Type.String({ description: 'A UTC day in the format `YYYY-MM-DD`.' }));

/** The UTC days of a request for statistics, both included. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The parser of a period; without one it is the last 30 days, today included. */
export function periodRequest(clock: Clock): Parser<Period> {
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

/** The statistics of a tag, one entry a UTC day, days without mail included. Throws not_found for a tag never used. */
export async function statisticsOfTag(db: Db, accountId: number, tag: string, { fromMs, toMs }: Period) {
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
