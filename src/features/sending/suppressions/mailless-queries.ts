import { statement } from '../../../base/db.ts';

/**
 * Records a lookup that found no mail server, and returns the earlier record. Returns no row if there is no earlier
 * record within `days`. Uses the primary key.
 */
export const noteMailless = statement<
  [domain: string, days: number],
  { readonly for_ms: number; readonly since_last_ms: number }
>(
  'suppressions_note_mailless',
  `with known as materialized (
     select first_at, last_at from mailless_domain
     where domain = lower($1) and last_at > now() - make_interval(days => $2)
   ), noted as (
     insert into mailless_domain as d (domain, first_at, last_at) values (lower($1), now(), now())
     on conflict (domain) do update set
       first_at = case when d.last_at > now() - make_interval(days => $2) then d.first_at else excluded.first_at end,
       last_at = excluded.last_at
   )
   select extract(epoch from now() - first_at)::float8 * 1000 as for_ms,
     extract(epoch from now() - last_at)::float8 * 1000 as since_last_ms
   from known`,
);

/**
 * Deletes the records of domains that have a mail server, in key order. Nearly always deletes nothing. Uses the primary
 * key.
 */
export const deleteMailless = statement<[domains: readonly string[]], unknown>(
  'suppressions_forget_mailless',
  `delete from mailless_domain where domain in (
     select domain from mailless_domain where domain = any($1::text[]) order by domain for update
   )`,
);

/** Selects the domains that have had no mail server for the given number of hours. Uses the primary key. */
export const longMailless = statement<[domains: readonly string[], hours: number], { readonly domain: string }>(
  'suppressions_long_mailless',
  `select domain from mailless_domain
   where domain = any($1::text[]) and first_at <= now() - make_interval(hours => $2)`,
);

/**
 * Deletes domains that have not been looked up for the given number of days. Then deletes all but the newest `kept`
 * domains. Uses the index mailless_domain_last.
 */
export const purgeMailless = statement<[days: number, kept: number], unknown>(
  'suppressions_purge_mailless',
  `delete from mailless_domain where last_at < now() - make_interval(days => $1)
     or last_at <= (select last_at from mailless_domain order by last_at desc offset $2 limit 1)`,
);
