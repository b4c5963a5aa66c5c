import type { Db } from '../../../../base/db.ts';
import { drainInForce } from '../queue/operating-queries.ts';
import { makeStoppedDue } from '../queue/queries.ts';
import {
  connectedSites,
  deleteStop,
  insertStop,
  pausesOfProviders,
  recentSites,
  stopsInForce,
  waitingByClass,
} from './site-queries.ts';
import { MAIL_CLASSES, type MailClass } from '../types.ts';

const MAX_HEARTBEAT_AGE_SECONDS = 15;
const MAX_SITES = 100;
/**
 * Number of seconds within which all processes notice that a site stop began or ended, including a margin of one
 * second. Released messages are due only after this time, because a process that has not noticed the end would release
 * them again.
 */
const NOTICED_BY_ALL_SECONDS = 5;
const WOKEN_AT_ONCE = 5_000;
/** Milliseconds after which all processes have noticed a new stop. */
export const STOP_KNOWN_MS = NOTICED_BY_ALL_SECONDS * 1_000;
/** Maximum number of rows that are counted. */
export const MAX_COUNTED = 100_000;

/** A site as shown to the operator. */
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

/** A delivery stop that the operator set. */
export interface SiteStop {
  readonly siteSuffix: string;
  readonly until: Date;
  readonly reason: string;
}

/** The queue as shown to the operator. */
export interface QueueView {
  /** Waiting recipients by class, at most `MAX_COUNTED` in total. */
  readonly waiting: readonly { readonly mailClass: MailClass; readonly count: number }[];
  readonly sites: readonly SiteView[];
  readonly stops: readonly SiteStop[];
  /** End of the drain in progress. Until then, new messages are rejected. */
  readonly drainingUntil: Date | undefined;
}

/**
 * Returns the queue as shown to the operator. Includes only sites whose state was published within the last few
 * seconds.
 */
export async function viewQueue(db: Db): Promise<QueueView> {
  const [waiting, sites, stops, [drain]] = await Promise.all([
    waitingByClass(db, MAX_COUNTED),
    recentSites(db, MAX_HEARTBEAT_AGE_SECONDS, MAX_SITES),
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
 * Returns, for each of the given providers whose sites are all paused, the time at which the first of these pauses
 * ends. Considers only sites whose state was published within the last few seconds.
 */
export async function restingProviders(db: Db, providers: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = providers.length === 0 ? [] : await pausesOfProviders(db, providers, MAX_HEARTBEAT_AGE_SECONDS);
  return new Map(rows.flatMap(({ provider, resting_until: until }) => (until ? [[provider, until] as const] : [])));
}

/**
 * Stops delivery to all sites whose name has this suffix, for `forMs` milliseconds. All processes notice the stop
 * within `STOP_KNOWN_MS`.
 */
export async function stopSite(db: Db, siteSuffix: string, forMs: number, reason: string): Promise<SiteStop> {
  const [row] = await insertStop(db, siteSuffix, forMs / 1_000, reason);
  if (!row) throw new Error('The destination site pause was not saved');
  return toStop(row);
}

/**
 * Returns true if no process is connected to a site whose name ends with one of the suffixes, according to the states
 * that processes publish.
 */
export async function areSitesQuiet(db: Db, siteSuffixes: readonly string[]): Promise<boolean> {
  const sites = await connectedSites(db, MAX_HEARTBEAT_AGE_SECONDS);
  return !sites.some(({ site }) => siteSuffixes.some((suffix) => site.endsWith(suffix)));
}

/**
 * Removes a delivery stop. Messages that were released because of the stop become due after a few seconds. Returns
 * false if the stop does not exist.
 */
export async function resumeSite(db: Db, siteSuffix: string): Promise<boolean> {
  if ((await deleteStop(db, siteSuffix)).length === 0) return false;
  for (;;) {
    const [row] = await makeStoppedDue(db, NOTICED_BY_ALL_SECONDS, WOKEN_AT_ONCE);
    if ((row?.count ?? 0) < WOKEN_AT_ONCE) return true;
  }
}

function toStop(row: { readonly site_suffix: string; readonly until: Date; readonly reason: string }): SiteStop {
  return { siteSuffix: row.site_suffix, until: row.until, reason: row.reason };
}
