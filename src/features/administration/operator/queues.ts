import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { recordOperatorAct } from '../../tenants/accounts/index.ts';
import { MAX_COUNTED, resumeSite, stopSite, viewQueue, type QueueView } from '../../sending/delivery/index.ts';
import { ALL_SITES, siteSuffix } from './installation-schema.ts';
import { waitingByDomain } from './queries.ts';

const MINUTE_MS = 60_000;
/** Maximum number of rows that are grouped by domain. */
const COUNTED_BY_DOMAIN = 20_000;
const SHOWN_DOMAINS = 50;

/** Returns the queue for the operator: by destination site as reported by workers, and by recipient domain. */
export async function readQueues(db: Db) {
  const view = await viewQueue(db);
  const domains = await waitingByDomain(db, COUNTED_BY_DOMAIN, SHOWN_DOMAINS);
  const total = view.waiting.reduce((sum, { count }) => sum + count, 0);
  return {
    waiting: {
      total,
      is_at_least: total >= MAX_COUNTED,
      by_class: view.waiting.map(({ count, mailClass }) => ({ class: mailClass, waiting: count })),
    },
    sites: sitesOf(view),
    stops: view.stops.map(presentStop),
    draining_until: view.drainingUntil?.toISOString() ?? null,
    domains: domains.map((row) => ({
      domain: row.domain,
      waiting: row.waiting,
      due: row.due,
      oldest_due_at: row.oldest_due_at?.toISOString() ?? null,
      next_at: row.next_at?.toISOString() ?? null,
    })),
    domains_counted_among: COUNTED_BY_DOMAIN,
  };
}

/** Combines the data that several workers have published about the same site. Pure. */
export function sitesOf({ sites, stops }: Pick<QueueView, 'sites' | 'stops'>) {
  return [...Map.groupBy(sites, ({ site }) => site)].map(([site, seen]) => {
    const stop = stops.find(({ siteSuffix: suffix }) => site.endsWith(suffix));
    const resting = seen.map(({ restingUntil }) => restingUntil?.getTime() ?? 0);
    const restsUntil = Math.max(0, ...resting);
    return {
      site,
      waiting: sumOf(seen, 'waiting'),
      in_flight: sumOf(seen, 'connections'),
      window: sumOf(seen, 'allowedConnections'),
      per_second: Math.round(sumOf(seen, 'perSecond') * 10) / 10,
      resting_until: restsUntil === 0 ? null : new Date(restsUntil).toISOString(),
      last_reply: seen.find(({ reason }) => reason !== null)?.reason ?? null,
      stopped: stop ? presentStop(stop) : null,
      workers: seen.map((one) => ({
        worker: one.worker,
        waiting: one.waiting,
        in_flight: one.connections,
        window: one.allowedConnections,
        per_second: Math.round(one.perSecond * 10) / 10,
        resting_until: one.restingUntil?.toISOString() ?? null,
        last_reply: one.reason,
      })),
    };
  });
}

function sumOf(
  seen: QueueView['sites'],
  member: 'waiting' | 'connections' | 'allowedConnections' | 'perSecond',
): number {
  return seen.reduce((sum, one) => sum + one[member], 0);
}

function presentStop({ reason, siteSuffix: site, until }: QueueView['stops'][number]) {
  return { site: site === '' ? ALL_SITES : site, until: until.toISOString(), reason };
}

/** Stops sending to all sites whose names end with this suffix, for `minutes` minutes. */
export async function stop(
  db: Database,
  principal: Principal,
  wanted: { readonly site: string; readonly reason: string; readonly minutes: number },
) {
  return db.transaction(async (tx) => {
    const stopped = presentStop(await stopSite(tx, wanted.site, wanted.minutes * MINUTE_MS, wanted.reason));
    await recordOperatorAct(tx, principal, principal.accountId, {
      action: 'queue.stop',
      subject: wanted.site,
      after: { until: stopped.until, reason: stopped.reason },
    });
    return stopped;
  });
}

/** Resumes sending to the sites with this suffix. Throws not_found if sending to them was not stopped. */
export async function resume(db: Database, principal: Principal, given: string): Promise<void> {
  const site = siteSuffix(given);
  await db.transaction(async (tx) => {
    if (site === undefined || !(await resumeSite(tx, site))) {
      throw new Refusal('not_found', { message: 'Sending to this destination site is not paused.' });
    }
    await recordOperatorAct(tx, principal, principal.accountId, { action: 'queue.resume', subject: site });
  });
}
