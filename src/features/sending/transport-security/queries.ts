import { statement } from '../../../base/db.ts';
import type { MtaStsMode } from '../../../smtp/mta-sts-policy.ts';

export interface PolicyRow {
  readonly id: string | null;
  readonly mode: MtaStsMode | null;
  readonly max_age_seconds: number | null;
  readonly hosts: string[] | null;
  /**
   * Time until the policy expires, by the database's clock. Null if there is no policy, 0 or less if the policy has
   * expired.
   */
  readonly expires_in_ms: number | null;
  readonly failed_ago_ms: number | null;
}

/** Selects the stored policy of a domain. Uses the primary key. */
export const findPolicy = statement<[domain: string], PolicyRow>(
  'transport_security_find_policy',
  `select id, mode, max_age_seconds, hosts,
     (extract(epoch from expires_at - now()) * 1000)::float8 as expires_in_ms,
     (extract(epoch from now() - failed_at) * 1000)::float8 as failed_ago_ms
   from mta_sts_policy where domain = $1`,
);

/** Stores a policy, replacing an older one. Uses the primary key. */
export const keepPolicy = statement<
  [domain: string, id: string, mode: MtaStsMode, maxAgeSeconds: number, hosts: readonly string[]],
  unknown
>(
  'transport_security_keep_policy',
  `insert into mta_sts_policy (domain, id, mode, max_age_seconds, hosts, expires_at)
   values ($1, $2, $3, $4::integer, $5, now() + make_interval(secs => $4::integer))
   on conflict (domain) do update set id = excluded.id, mode = excluded.mode, max_age_seconds = excluded.max_age_seconds,
     hosts = excluded.hosts, expires_at = excluded.expires_at, failed_at = null, changed_at = now()`,
);

/** Records that no policy could be fetched. Keeps an earlier policy. Uses the primary key. */
export const noteFailure = statement<[domain: string], unknown>(
  'transport_security_note_failure',
  `insert into mta_sts_policy (domain, failed_at) values ($1, now())
   on conflict (domain) do update set failed_at = now(), changed_at = now()`,
);

/**
 * Selects the hosts on which TLS failed recently, and the time until each failure expires, in milliseconds. Uses the
 * primary key.
 */
export const findFaults = statement<
  [hosts: readonly string[], rememberedSeconds: number],
  { readonly host: string; readonly left_ms: number }
>(
  'transport_security_find_faults',
  `select host, (extract(epoch from noted_at + make_interval(secs => $2) - now()) * 1000)::float8 as left_ms
   from tls_fault where host = any($1::text[]) and noted_at > now() - make_interval(secs => $2)`,
);

/** Records that TLS failed on hosts. Uses the primary key. */
export const noteFaults = statement<[hosts: readonly string[]], unknown>(
  'transport_security_note_faults',
  `insert into tls_fault (host) select distinct host from unnest($1::text[]) as given (host) order by host
   on conflict (host) do update set noted_at = now()`,
);

/** Adds to the counters of the current day, in key order, so that processes cannot deadlock. */
export const addResults = statement<
  [domains: readonly string[], policies: readonly string[], results: readonly string[], counts: readonly number[]],
  unknown
>(
  'transport_security_add_results',
  `insert into tls_result as t (day, domain, policy, result, sessions)
   select (now() at time zone 'utc')::date, domain, policy, result, count
   from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as given (domain, policy, result, count)
   order by domain, policy, result
   on conflict (day, domain, policy, result) do update set sessions = t.sessions + excluded.sessions`,
);

/**
 * Deletes expired policies, and the rows of domains that have never had a policy, unless they changed within the last
 * `quietSeconds`. Uses the index mta_sts_policy_changed.
 */
export const purgePolicies = statement<[quietSeconds: number], unknown>(
  'transport_security_purge_policies',
  `delete from mta_sts_policy
   where changed_at < now() - make_interval(secs => $1) and (expires_at is null or expires_at < now())`,
);

/** Deletes expired TLS failures. Uses the index tls_fault_noted. */
export const purgeFaults = statement<[rememberedSeconds: number], unknown>(
  'transport_security_purge_faults',
  'delete from tls_fault where noted_at < now() - make_interval(secs => $1)',
);

/** Deletes the session counts of days before the last `keptDays` days. Uses the primary key. */
export const purgeResults = statement<[keptDays: number], unknown>(
  'transport_security_purge_results',
  `delete from tls_result where day < (now() at time zone 'utc')::date - $1::integer`,
);
