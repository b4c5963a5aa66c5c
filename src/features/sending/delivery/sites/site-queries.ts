import { statement } from '../../../../base/db.ts';

/** Publishes the states of a worker's sites, and deletes sites that the worker no longer has. Uses the primary key. */
export const publishSites = statement<
  [
    worker: number,
    sites: string[],
    waiting: number[],
    connections: number[],
    allowed: number[],
    perSecond: number[],
    restingUntil: (Date | null)[],
    reasons: (string | null)[],
    providers: string[],
  ],
  unknown
>(
  'delivery_publish_sites',
  `with gone as (delete from delivery_site where worker = $1 and not site = any($2::text[]))
   insert into delivery_site (worker, site, waiting, connections, allowed_connections, per_second, resting_until, reason,
     provider)
   select $1, s.* from unnest($2::text[], $3::integer[], $4::integer[], $5::integer[], $6::real[], $7::timestamptz[],
     $8::text[], $9::text[]) as s
   on conflict (worker, site) do update set waiting = excluded.waiting, connections = excluded.connections,
     allowed_connections = excluded.allowed_connections, per_second = excluded.per_second,
     resting_until = excluded.resting_until, reason = excluded.reason, provider = excluded.provider, seen_at = now()`,
);

export interface SiteRow {
  readonly site: string;
  readonly worker: number;
  readonly waiting: number;
  readonly connections: number;
  readonly allowed_connections: number;
  readonly per_second: number;
  readonly resting_until: Date | null;
  readonly reason: string | null;
}

/**
 * Selects sites whose state was published recently, starting with paused sites and the sites with the most messages.
 */
export const recentSites = statement<[seconds: number, limit: number], SiteRow>(
  'delivery_sites_seen',
  `select site, worker, waiting, connections, allowed_connections, per_second, resting_until, reason
   from delivery_site where seen_at > now() - make_interval(secs => $1)
   order by resting_until > now() desc nulls last, waiting desc, site limit $2`,
);

/** Selects all sites to which a process was connected recently. */
export const connectedSites = statement<[seconds: number], { readonly site: string }>(
  'delivery_sites_connected',
  `select distinct site from delivery_site where connections > 0 and seen_at > now() - make_interval(secs => $1)`,
);

/**
 * Selects providers whose destination sites were updated recently, with the earliest end of their sites' pauses, or
 * null unless all of these sites are paused.
 */
export const pausesOfProviders = statement<
  [providers: readonly string[], seconds: number],
  { readonly provider: string; readonly resting_until: Date | null }
>(
  'delivery_rests_of_providers',
  `select provider, case when bool_and(resting_until > now()) then min(resting_until) end as resting_until
   from delivery_site
   where provider = any($1::text[]) and seen_at > now() - make_interval(secs => $2)
   group by provider`,
);

export interface StopRow {
  readonly site_suffix: string;
  readonly until: Date;
  readonly reason: string;
}

/** Selects the site stops that are in effect. */
export const stopsInForce = statement<[], StopRow>(
  'delivery_stops',
  'select site_suffix, until, reason from delivery_site_stop where until > now() order by site_suffix',
);

export const insertStop = statement<[suffix: string, seconds: number, reason: string], StopRow>(
  'delivery_insert_stop',
  `insert into delivery_site_stop (site_suffix, until, reason) values ($1, now() + make_interval(secs => $2), $3)
   on conflict (site_suffix) do update set until = excluded.until, reason = excluded.reason
   returning site_suffix, until, reason`,
);

export const deleteStop = statement<[suffix: string], { readonly site_suffix: string }>(
  'delivery_delete_stop',
  'delete from delivery_site_stop where site_suffix = $1 returning site_suffix',
);

export interface QueueClassRow {
  readonly class: number;
  readonly waiting: number;
}

/** Counts waiting recipients by class, up to a total of `limit`. Uses both indexes of the queue in each partition. */
export const waitingByClass = statement<[limit: number], QueueClassRow>(
  'delivery_waiting_by_class',
  `select class, count(*)::integer as waiting
   from (
     (select class from delivery where is_ready and next_at is not null
      order by worker, class, account_id, next_at limit $1)
     union all
     (select class from delivery where not is_ready and next_at is not null order by next_at limit $1)
     limit $1
   ) w
   group by class order by class`,
);
