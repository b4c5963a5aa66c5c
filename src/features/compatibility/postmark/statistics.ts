import type { Db } from '../../../base/db.ts';
import type { Principal } from '../../../http/principal.ts';
import { failuresByDay, sentByDay, visitsByDay, type CountFilter, type RecordsOf } from '../vendors/index.ts';
import { BOUNCE_TYPES } from './bounce-types.ts';
import { readQuery, spanIn } from './query.ts';

const KNOWN = ['tag', 'fromdate', 'todate', 'messagestream'];

/** Account and filter for which statistics are computed. */
interface Asked {
  readonly db: Db;
  readonly of: RecordsOf;
  readonly filter: CountFilter;
}

/** Counts for one day, keyed by name. */
type Figures = Readonly<Record<string, number>>;

/** Returns statistics for recent messages. Throws validation_error if the query is invalid. */
type Statistic = (db: Db, whose: Principal, query: Readonly<Record<string, unknown>>) => Promise<object>;

/**
 * Statistics, keyed by the part of the request path that follows the common prefix. Each statistic contains totals and,
 * except for the overview, one entry for each UTC day with data.
 */
export const STATISTICS: Readonly<Record<string, Statistic>> = {
  '': counting(overview),
  '/sends': counting(async (asked) => byDays(await sends(asked), ['Sent'])),
  '/bounces': counting(async (asked) => byDays(await bounces(asked))),
  '/spam': counting(async (asked) => byDays(await complaints(asked), ['SpamComplaint'])),
  '/tracked': counting(async (asked) => byDays(await tracked(asked), ['Tracked'])),
  '/opens': counting(async (asked) => byDays(await opens(asked), ['Opens', 'Unique'])),
  '/clicks': counting(async (asked) => byDays(await clicks(asked), ['Clicks', 'Unique'])),
  // Clicks are only tracked in HTML.
  '/clicks/location': counting(async (asked) =>
    byDays(
      (await clicks(asked)).map(([day, { Clicks = 0 }]) => [day, { HTML: Clicks, Text: 0 }]),
      ['HTML', 'Text'],
    ),
  ),
};

function counting(count: (asked: Asked) => Promise<object>): Statistic {
  return async (db, whose, given) => {
    const query = readQuery(given, KNOWN);
    const filter = { ...spanIn(query), tag: query.get('tag'), stream: query.get('messagestream') };
    return count({ db, of: { vendor: 'postmark', whose }, filter });
  };
}

/** Returns all totals except the number of tracked links, which is not recorded. */
async function overview(asked: Asked): Promise<Figures> {
  const { db, filter, of } = asked;
  const sent = await sentByDay(db, of, filter);
  const failed = sums(await bounces(asked));
  const Sent = sum(sent.map(({ mails }) => mails));
  // Delayed messages do not count as bounced.
  const Bounced = (failed['HardBounce'] ?? 0) + (failed['SoftBounce'] ?? 0) + (failed['Blocked'] ?? 0);
  const SpamComplaints = sums(await complaints(asked))['SpamComplaint'] ?? 0;
  const opened = sums(await opens(asked));
  const clicked = sums(await clicks(asked));
  return {
    Sent,
    Bounced,
    SMTPApiErrors: 0,
    BounceRate: percent(Bounced, Sent),
    SpamComplaints,
    SpamComplaintsRate: percent(SpamComplaints, Sent),
    Opens: opened['Opens'] ?? 0,
    UniqueOpens: opened['Unique'] ?? 0,
    Tracked: sum(sent.map((day) => day.tracked)),
    WithOpenTracking: sum(sent.map((day) => day.opens_tracked)),
    WithLinkTracking: sum(sent.map((day) => day.clicks_tracked)),
    TotalClicks: clicked['Clicks'] ?? 0,
    UniqueLinksClicked: clicked['Unique'] ?? 0,
    WithClientRecorded: 0,
    WithPlatformRecorded: 0,
    WithReadTimeRecorded: 0,
  };
}

type Days = readonly (readonly [day: string, figures: Figures])[];

async function sends({ db, filter, of }: Asked): Promise<Days> {
  return (await sentByDay(db, of, filter)).map(({ day, mails }) => [day, { Sent: mails }]);
}

async function tracked({ db, filter, of }: Asked): Promise<Days> {
  const days = await sentByDay(db, of, filter);
  return days.flatMap((each) => (each.tracked > 0 ? [[each.day, { Tracked: each.tracked }] as const] : []));
}

/** Returns the number of failures per day. Types without failures are omitted. */
async function bounces({ db, filter, of }: Asked): Promise<Days> {
  const rows = (await failuresByDay(db, of, filter)).filter(({ failure }) => failure !== 'complaint');
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, each]) => [
    day,
    Object.fromEntries(each.map(({ failure, failures }) => [BOUNCE_TYPES[failure].type, failures])),
  ]);
}

async function complaints({ db, filter, of }: Asked): Promise<Days> {
  const rows = await failuresByDay(db, of, filter);
  return rows.flatMap(({ day, failure, failures }) =>
    failure === 'complaint' ? [[day, { SpamComplaint: failures }] as const] : [],
  );
}

async function opens(asked: Asked): Promise<Days> {
  return visits(asked, 'opened', 'Opens');
}

async function clicks(asked: Asked): Promise<Days> {
  return visits(asked, 'clicked', 'Clicks');
}

async function visits({ db, filter, of }: Asked, kind: 'opened' | 'clicked', name: string): Promise<Days> {
  const rows = (await visitsByDay(db, of, filter)).filter(({ event }) => event === kind);
  return rows.map((row) => [row.day, { [name]: row.visits, Unique: row.first_visits }]);
}

/** Returns days and totals. The counts named in `always` are included even if they are zero. */
function byDays(days: Days, always: readonly string[] = []): Readonly<Record<string, unknown>> {
  return {
    Days: days.map(([day, figures]) => ({ Date: day, ...figures })),
    ...Object.fromEntries(always.map((name) => [name, 0])),
    ...sums(days),
  };
}

function sums(days: Days): Figures {
  const all: Record<string, number> = {};
  for (const [, figures] of days) {
    for (const [name, figure] of Object.entries(figures)) all[name] = (all[name] ?? 0) + figure;
  }
  return all;
}

function sum(figures: readonly number[]): number {
  return figures.reduce((whole, figure) => whole + figure, 0);
}

/** Returns a percentage, rounded to two decimal places, as Postmark does. Returns 0 if `whole` is 0. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
