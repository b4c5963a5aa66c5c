import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { leastUuidOf } from '../../../base/ids.ts';
import { parserOf } from '../../../http/parser.ts';
import { listDomains, type Domain } from '../../sending/domains/index.ts';
import { latestListed } from '../messages/index.ts';
import { readUsage, runsOutOn } from '../../tenants/usage/index.ts';
import type { Overview, OverviewCounts } from './present.ts';
import { deliveryTimes, hoursSince, walking, type HourRow } from './queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LATEST = 10;
const COUNTS = ['sent', 'delivered', 'bounced', 'complained', 'failed', 'opened', 'clicked'] as const;
const DAYS = { '1': 1, '7': 7, '30': 30 } as const;

/** Parser for the query parameters of the overview. */
export const overviewRequest = parserOf(
  Type.Object({ days: Type.Optional(Type.String({ description: '1, 7 or 30. Default: 7.' })) }),
  ({ days = '7' }, fail) => {
    if (!Object.hasOwn(DAYS, days)) fail('days', 'must be 1, 7, or 30.');
    // Safe cast: if the check above failed, the parser discards this result.
    return { days: DAYS[days as keyof typeof DAYS] };
  },
);

export async function readOverview(
  { clock, db }: { readonly clock: Clock; readonly db: Database },
  accountId: number,
  days: number,
): Promise<Overview> {
  const nowMs = clock.now();
  const steps = stepsOf(days, nowMs);
  const [hours, [timed], domains, usage, latest] = await Promise.all([
    hoursSince(db, accountId, new Date(steps.startsMs)),
    walking(db, (tx) => deliveryTimes(tx, accountId, leastUuidOf(steps.startsMs))),
    listDomains(db, accountId),
    readUsage(db, accountId),
    latestListed(db, accountId, LATEST),
  ]);
  const series = seriesOf(hours, steps);
  return {
    days,
    step: steps.stepMs === HOUR_MS ? 'hour' : 'day',
    totals: addUp(series),
    series,
    delivery_time:
      timed && timed.p50_ms !== null && timed.p95_ms !== null
        ? { p50_ms: Math.round(timed.p50_ms), p95_ms: Math.round(timed.p95_ms), messages: timed.messages }
        : null,
    domains_needing_care: domains.flatMap(careOf),
    quota: {
      plan: usage.plan,
      used: usage.month.used,
      limit: usage.month.limit,
      remaining: usage.month.remaining,
      resets_at: usage.month.resets_at,
      runs_out_on: runsOutOn(monthOf(usage), nowMs) ?? null,
    },
    latest,
  };
}

/** The intervals of a series: the start of the first, their length, and their number. */
export interface Steps {
  readonly startsMs: number;
  readonly stepMs: number;
  readonly count: number;
}

/**
 * Returns the intervals of the overview: hours for one day, otherwise UTC days. The current interval is the last. Pure.
 */
export function stepsOf(days: number, nowMs: number): Steps {
  const stepMs = days === 1 ? HOUR_MS : DAY_MS;
  const count = days === 1 ? 24 : days;
  return { startsMs: (Math.floor(nowMs / stepMs) - count + 1) * stepMs, stepMs, count };
}

/** Adds up the hourly counts of each interval. The counts of an interval without data are 0. Pure. */
export function seriesOf(hours: readonly HourRow[], { count, startsMs, stepMs }: Steps): Overview['series'] {
  const byStep = Map.groupBy(hours, ({ hour }) => Math.floor((hour.getTime() - startsMs) / stepMs));
  return Array.from({ length: count }, (_, index) =>
    Object.assign({ at: new Date(startsMs + index * stepMs).toISOString() }, addUp(byStep.get(index) ?? [])),
  );
}

function addUp(all: readonly OverviewCounts[]): OverviewCounts {
  const sum = (name: (typeof COUNTS)[number]): number => all.reduce((total, counts) => total + counts[name], 0);
  return {
    sent: sum('sent'),
    delivered: sum('delivered'),
    bounced: sum('bounced'),
    complained: sum('complained'),
    failed: sum('failed'),
    opened: sum('opened'),
    clicked: sum('clicked'),
  };
}

function monthOf({ month, months }: Awaited<ReturnType<typeof readUsage>>): Parameters<typeof runsOutOn>[0] {
  const startsAtMs = Date.parse(month.starts_at);
  const before = new Date(startsAtMs - DAY_MS).toISOString().slice(0, 7);
  return {
    limit: month.limit,
    used: month.used,
    startsAtMs,
    resetsAtMs: Date.parse(month.resets_at),
    usedMonthBefore: months.find(({ month: name }) => name === before)?.used ?? 0,
  };
}

function careOf({ id, missingSince, name, records, status }: Domain): Overview['domains_needing_care'] {
  if (status === 'verified' && missingSince === undefined) return [];
  const fault = records.find(({ reason, required, valid }) => required && !valid && reason)?.reason;
  const why = missingSince
    ? `The DKIM record has been missing since ${missingSince.toISOString()}.`
    : 'Not all DNS records have been found yet.';
  return [{ id, name, status, why: fault ?? why }];
}
