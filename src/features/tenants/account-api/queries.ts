import { statement } from '../../../base/db.ts';

export interface WindowRow {
  readonly bucket: number;
  readonly granted: number;
  /** Number of requests in the window, including those granted by this statement. */
  readonly used: number;
  /** Milliseconds until the window ends. */
  readonly left_ms: number;
}

/**
 * Takes up to the requested number of requests from each bucket's current window. A window is one minute long and
 * starts with its first request, according to the database's clock. If the statement waits for a row lock, it uses the
 * time after the wait. Each bucket may be listed only once. Uses the primary key.
 */
export const takeWindows = statement<
  [buckets: readonly number[], perMinute: readonly number[], wanted: readonly number[]],
  WindowRow
>(
  'account_api_take_windows',
  `insert into person_rate as r (bucket, per_minute, started_at, used, granted)
   select w.bucket, w.per_minute, clock_timestamp(), least(w.wanted, w.per_minute), w.wanted
   from unnest($1::bigint[], $2::integer[], $3::integer[]) as w (bucket, per_minute, wanted)
   order by w.bucket
   on conflict (bucket) do update set (per_minute, started_at, used, granted) = (
     select excluded.per_minute, present.started_at, present.used + taken.granted, taken.granted
     from (select clock_timestamp() as at) clock
     -- A window that starts in the future, because the clock was set back, is also over.
     cross join lateral (select clock.at < r.started_at or clock.at >= r.started_at + interval '1 minute' as is_over) old
     cross join lateral (
       select case when old.is_over then clock.at else r.started_at end as started_at,
              case when old.is_over then 0 else r.used end as used
     ) present
     cross join lateral (
       select least(excluded.granted, greatest(excluded.per_minute - present.used, 0)) as granted
     ) taken
   )
   returning bucket, least(granted, per_minute) as granted, used,
     greatest(extract(epoch from started_at + interval '1 minute' - clock_timestamp()) * 1000, 0)::float8 as left_ms`,
);

export interface StatusRow {
  readonly restricted_at: Date | null;
  readonly restricted_reason: string | null;
  readonly api_access: boolean;
  readonly is_operator: boolean;
}

/** Reads whether an account may use the account API. Uses the primary keys of account and plan. */
export const statusOfAccount = statement<[accountId: number], StatusRow>(
  'account_api_status',
  `select a.restricted_at, a.restricted_reason, p.api_access, a.is_operator
   from account a join plan p on p.name = a.plan where a.account_id = $1`,
);

/** Reads the account data for GET /me. Uses the primary keys of account and plan. */
export const accountFacts = statement<
  [accountId: number],
  {
    readonly email: string;
    readonly name: string | null;
    readonly contact_limit: number | null;
    readonly created_at: Date;
  }
>(
  'account_api_facts',
  `select a.email, a.name, p.contact_limit, a.created_at
   from account a join plan p on p.name = a.plan where a.account_id = $1`,
);
