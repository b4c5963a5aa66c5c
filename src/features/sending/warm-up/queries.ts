import { statement } from '../../../base/db.ts';

export interface ReservedRow {
  readonly is_warm: boolean;
  readonly taken: number;
  /** The UTC day of the reservation, and the milliseconds until the end of this day by the database's clock. */
  readonly day: string;
  readonly day_left_ms: number;
}

/** Reserves up to `wanted` messages of the current day's limit. See sql/functions/take_warm_up.sql. */
export const reserveShare = statement<
  [
    source: string,
    senderDomain: string,
    provider: string,
    wanted: number,
    ramp: readonly number[],
    holdPercent: number,
  ],
  ReservedRow
>('warm_up_take', 'select is_warm, taken, day, day_left_ms from take_warm_up($1, $2, $3, $4, $5, $6)');

/**
 * Releases reservations for messages that were not sent. Ignores reservations for past days. Uses the primary key, in
 * key order.
 */
export const releaseShares = statement<
  [
    sources: readonly string[],
    senderDomains: readonly string[],
    providers: readonly string[],
    days: readonly string[],
    counts: readonly number[],
  ],
  unknown
>(
  'warm_up_give_back',
  `with back as materialized (
     select w.source, w.sender_domain, w.provider, given.count
     from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::integer[])
       as given (source, sender_domain, provider, day, count)
     join warm_up w on w.source = given.source and w.sender_domain = given.sender_domain
       and w.provider = given.provider and w.day = given.day
     order by w.source, w.sender_domain, w.provider
     for update of w
   )
   update warm_up w set granted = greatest(0, w.granted - back.count)
   from back
   where w.source = back.source and w.sender_domain = back.sender_domain and w.provider = back.provider`,
);

/** Counts policy rejections. Uses the primary key, in key order. */
export const countPolicyBounces = statement<
  [
    sources: readonly string[],
    senderDomains: readonly string[],
    providers: readonly string[],
    counts: readonly number[],
  ],
  unknown
>(
  'warm_up_count_bounces',
  `with bounced as materialized (
     select w.source, w.sender_domain, w.provider, given.count
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[])
       as given (source, sender_domain, provider, count)
     join warm_up w on w.source = given.source and w.sender_domain = given.sender_domain
       and w.provider = given.provider and w.ramp_day is not null
     order by w.source, w.sender_domain, w.provider
     for update of w
   )
   update warm_up w set policy_bounces = w.policy_bounces + bounced.count
   from bounced
   where w.source = bounced.source and w.sender_domain = bounced.sender_domain and w.provider = bounced.provider`,
);

export interface ListedRow {
  readonly source: string;
  readonly sender_domain: string;
  readonly provider: string;
  readonly ramp_day: number | null;
  readonly granted: number;
  readonly policy_bounces: number;
  readonly is_held: boolean;
}

/** Selects the state of up to `limit` warm-ups, in key order. */
export const listedWarmUps = statement<[lastDay: number, holdPercent: number, limit: number], ListedRow>(
  'warm_up_list',
  `select w.source, w.sender_domain, w.provider, next_warm_up_day(w, clock.today, $1, $2) as ramp_day,
     case when w.day >= clock.today then w.granted else 0 end as granted,
     case when w.day >= clock.today then w.policy_bounces else 0 end as policy_bounces,
     w.day >= clock.today and w.policy_bounces > w.granted * $2 / 100 as is_held
   from warm_up w cross join (select (now() at time zone 'utc')::date as today) clock
   order by w.source, w.sender_domain, w.provider limit $3`,
);

/**
 * Records that the warm-up of a source (domain ''), or of a domain on the source, starts now. If `isNew` is false,
 * records that the source or domain is not new and needs no warm-up.
 */
export const setStart = statement<[source: string, senderDomain: string, isNew: boolean], unknown>(
  'warm_up_set_start',
  `insert into warm_up_start (source, sender_domain, began_at)
   select $1, $2, now() where $3::boolean
   union all select $1, $2, '-infinity'::timestamptz where not $3::boolean
   on conflict (source, sender_domain) do update set began_at = excluded.began_at`,
);

/** Deletes the start times of a source and its domains, or of one domain on the source. Uses the primary key. */
export const deleteStarts = statement<[source: string, senderDomain: string | null], unknown>(
  'warm_up_delete_starts',
  'delete from warm_up_start where source = $1 and sender_domain = coalesce($2, sender_domain)',
);

/** Deletes the progress of a source, or of one domain on the source. Uses the primary key. */
export const deleteProgress = statement<[source: string, senderDomain: string | null], { readonly provider: string }>(
  'warm_up_delete',
  'delete from warm_up where source = $1 and sender_domain = coalesce($2, sender_domain) returning provider',
);

/** Ends the warm-up ramps of a source, of one domain on the source, or of one provider. Uses the primary key. */
export const endRamps = statement<
  [source: string, senderDomain: string | null, provider: string | null],
  { readonly provider: string }
>(
  'warm_up_end',
  `update warm_up set ramp_day = null
   where source = $1 and sender_domain = coalesce($2, sender_domain) and provider = coalesce($3, provider)
   returning provider`,
);
