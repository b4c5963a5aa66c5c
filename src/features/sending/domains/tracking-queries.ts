import { statement } from '../../../base/db.ts';

/**
 * Assigns a host to a domain, even if the domain used the host earlier. Returns no row if a domain already uses the
 * host. The caller must lock the name first. Uses the index tracking_host_owner.
 */
export const insertHost = statement<[accountId: number, domainId: number, host: string], { readonly host: string }>(
  'domains_insert_tracking_host',
  `insert into tracking_host (account_id, domain_id, host)
   select $1, $2, $3 where not exists (select 1 from tracking_host where host = $3 and ended_at is null)
   on conflict (account_id, domain_id, host) do update set ended_at = null, base_url = null
   returning host`,
);

/** Removes the tracking host of a domain. Uses the index tracking_host_present. */
export const endHost = statement<[accountId: number, domainId: number], unknown>(
  'domains_end_tracking_host',
  `update tracking_host set ended_at = now(), base_url = null
   where account_id = $1 and domain_id = $2 and ended_at is null`,
);

/** Records that a host points to this installation. Uses the primary key. */
export const noteHostFound = statement<[accountId: number, domainId: number, host: string, foundAt: Date], unknown>(
  'domains_note_tracking_host_found',
  `update tracking_host set found_at = coalesce(found_at, $4)
   where account_id = $1 and domain_id = $2 and host = $3 and ended_at is null`,
);

/** Stores the result of a check of a tracking host. Uses the primary key. */
export const storeHost = statement<
  [accountId: number, domainId: number, host: string, baseUrl: string | null],
  unknown
>(
  'domains_store_tracking_host',
  `update tracking_host set base_url = $4
   where account_id = $1 and domain_id = $2 and host = $3 and ended_at is null`,
);

/**
 * Returns the base URL for the links of a domain's emails. Returns no row if the domain has no tracking host that can
 * be used. Uses the indexes domain_name and tracking_host_present.
 */
export const baseOfDomain = statement<[accountId: number, name: string], { readonly base_url: string }>(
  'domains_tracking_base',
  `select t.base_url from domain d join tracking_host t on t.account_id = d.account_id and t.domain_id = d.id
   where d.account_id = $1 and d.name = $2 and d.deleted_at is null and t.ended_at is null and t.base_url is not null`,
);

/** Checks whether a host has ever pointed to this installation, for any account. Uses the index tracking_host_found. */
export const hostFound = statement<[host: string], unknown>(
  'domains_tracking_host_found',
  'select from tracking_host where host = $1 and found_at is not null limit 1',
);

/** Locks a name, so that only one transaction at a time assigns it. */
export const lockName = statement<[name: string], unknown>(
  'domains_lock_name',
  `select pg_advisory_xact_lock(hashtextextended('sender domain ' || $1, 0))`,
);
