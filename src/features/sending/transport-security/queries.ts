import { statement } from '../../../base/db.ts';
import type { MtaStsMode } from '../../../smtp/mta-sts-policy.ts';

export interface PolicyRow {
  readonly id: string | null;
  readonly mode: MtaStsMode | null;
  readonly max_age_seconds: number | null;
  readonly hosts: string[] | null;
  /** By the database's clock; null without a policy, not above 0 when it has expired. */
  readonly expires_in_ms: number | null;
  readonly failed_ago_ms: number | null;
}

/** Primary key. */
export const findPolicy = statement<[domain: string], PolicyRow>(
  'transport_security_find_policy',
  `select id, mode, max_age_seconds, hosts,
     (extract(epoch from expires_at - now()) * 1000)::float8 as expires_in_ms,
     (extract(epoch from now() - failed_at) * 1000)::float8 as failed_ago_ms
   from mta_sts_policy where domain = $1`,
);

/** Keeps a policy in place of an older one. Primary key. */
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

/** Notes that no policy could be fetched; what was fetched before stays. Primary key. */
export const noteFailure = statement<[domain: string], unknown>(
  'transport_security_note_failure',
  `insert into mta_sts_policy (domain, failed_at) values ($1, now())
   on conflict (domain) do update set failed_at = now(), changed_at = now()`,
);

/** Those of the hosts that failed lately, and for how long each has yet to be remembered. Primary key. */
export const findFaults = statement<
  [hosts: readonly string[], rememberedSeconds: number],
  { readonly host: string; readonly left_ms: number }
>(
  'transport_security_find_faults',
  `select host, (extract(epoch from noted_at + make_interval(secs => $2) - now()) * 1000)::float8 as left_ms
   from tls_fault where host = any($1::text[]) and noted_at > now() - make_interval(secs => $2)`,
);

/** Primary key. */
export const noteFaults = statement<[hosts: readonly string[]], unknown>(
  'transport_security_note_faults',
  `insert into tls_fault (host) select distinct host from unnest($1::text[]) as given (host) order by host
   on conflict (host) do update set noted_at = now()`,
);

/** Adds to the counters of today, in the order of the primary key so that two processes do not lock each other out. */
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

/** A policy that expired, or a domain that never had one. Index mta_sts_policy_changed. */
export const purgePolicies = statement<[quietSeconds: number], unknown>(
  'transport_security_purge_policies',
  `delete from mta_sts_policy
   where changed_at < now() - make_interval(secs => $1) and (expires_at is null or expires_at < now())`,
);

/** Index tls_fault_noted. */
export const purgeFaults = statement<[rememberedSeconds: number], unknown>(
  'transport_security_purge_faults',
  'delete from tls_fault where noted_at < now() - make_interval(secs => $1)',
);

/** Primary key. */
export const purgeResults = statement<[keptDays: number], unknown>(
  'transport_security_purge_results',
  `delete from tls_result where day < (now() at time zone 'utc')::date - $1::integer`,
);
