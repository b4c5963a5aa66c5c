import type { Db } from '../../../../base/db.ts';
import { drainInForce } from '../queue/operating-queries.ts';
import { makeStoppedDue } from '../queue/queries.ts';
import { deleteStop, insertStop, restsOfProviders, sitesSeen, stopsInForce, waitingByClass } from './site-queries.ts';
import { MAIL_CLASSES, type MailClass } from '../types.ts';

const SEEN_WITHIN_SECONDS = 15;
const MAX_SITES = 100;
/** A second more than until every process has seen that a stop is over; before that it would give the mail back again. */
const SEEN_BY_ALL_SECONDS = 5;
const WOKEN_AT_ONCE = 5_000;
/** Beyond this the number is not counted out. */
export const MAX_COUNTED = 100_000;

/** A site as the operator sees it. */
export interface SiteView {
  readonly site: string;
  readonly worker: number;
  readonly waiting: number;
  readonly connections: number;
  readonly allowedConnections: number;
  readonly perSecond: number;
  readonly restingUntil: Date | null;
  readonly reason: string | null;
}

/** A stop of the operator's. */
export interface SiteStop {
  readonly siteSuffix: string;
  readonly until: Date;
  readonly reason: string;
}

/** The queue as the operator sees it. */
export interface QueueView {
  /** Recipients that wait, by class; `MAX_COUNTED` in all at most. */
  readonly waiting: readonly { readonly mailClass: MailClass; readonly count: number }[];
  readonly sites: readonly SiteView[];
  readonly stops: readonly SiteStop[];
  /** Until when no new mail is taken, when that is so. */
  readonly drainingUntil: Date | undefined;
}

/** What waits, and what the sites of the last seconds do. */
export async function viewQueue(db: Db): Promise<QueueView> {
  const [waiting, sites, stops, [drain]] = await Promise.all([
    waitingByClass(db, MAX_COUNTED),
    sitesSeen(db, SEEN_WITHIN_SECONDS, MAX_SITES),
    stopsInForce(db),
    drainInForce(db),
  ]);
  return {
    waiting: waiting.map((row) => ({ mailClass: MAIL_CLASSES[row.class] ?? 'campaign', count: row.waiting })),
    sites: sites.map((row) => ({
      site: row.site,
      worker: row.worker,
      waiting: row.waiting,
      connections: row.connections,
      allowedConnections: row.allowed_connections,
      perSecond: row.per_second,
      restingUntil: row.resting_until,
      reason: row.reason,
    })),
    stops: stops.map(toStop),
    drainingUntil: drain?.until,
  };
}

/**
 * Until when providers rest, as delivery processes have seen within the last seconds: those of which every site takes nothing
 * now. What servers said stays out of it, since it may have been said of another account's mail.
 */
export async function restingProviders(db: Db, providers: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = providers.length === 0 ? [] : await restsOfProviders(db, providers, SEEN_WITHIN_SECONDS);
  return new Map(rows.flatMap(({ provider, resting_until: until }) => (until ? [[provider, until] as const] : [])));
}

/** Stops all sites whose name ends so, for a time; seen by every process within three seconds. */
export async function stopSite(db: Db, siteSuffix: string, forMs: number, reason: string): Promise<SiteStop> {
  const [row] = await insertStop(db, siteSuffix, forMs / 1_000, reason);
  if (!row) throw new Error('The site stop was not saved');
  return toStop(row);
}

/**
 * Takes a stop back, and has what was given back for it tried soon instead of at the end of the stop; false when there is
 * none. What another stop keeps back goes back again.
 */
export async function resumeSite(db: Db, siteSuffix: string): Promise<boolean> {
  if ((await deleteStop(db, siteSuffix)).length === 0) return false;
  for (;;) {
    const [row] = await makeStoppedDue(db, SEEN_BY_ALL_SECONDS, WOKEN_AT_ONCE);
    if ((row?.count ?? 0) < WOKEN_AT_ONCE) return true;
  }
}

function toStop(row: { readonly site_suffix: string; readonly until: Date; readonly reason: string }): SiteStop {
  return { siteSuffix: row.site_suffix, until: row.until, reason: row.reason };
}
