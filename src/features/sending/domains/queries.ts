import { statement } from '../../../base/db.ts';
import type { DnsRecord } from './dns-records.ts';

export type DomainStatus = 'pending' | 'verified' | 'failed';

export interface DomainRow {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly status: DomainStatus;
  readonly records: readonly DnsRecord[];
  readonly verified_at: Date | null;
  readonly checked_at: Date | null;
  readonly missing_since: Date | null;
  readonly notified_at: Date | null;
  readonly checks: number;
  readonly created_at: Date;
  readonly tracking: TrackingRow | null;
}

/** A domain's host for links in emails. */
export interface TrackingRow {
  readonly host: string;
  readonly base_url: string | null;
  readonly was_found: boolean;
}

/** Selects the data of a domain's tracking host. Uses the index tracking_host_present. */
const TRACKING = `(select tracking_facts(t.host, t.base_url, t.found_at is not null)
  from tracking_host t where t.account_id = domain.account_id and t.domain_id = domain.id and t.ended_at is null) as tracking`;

export const DOMAIN_COLUMNS = `id, account_id, name, status, records, verified_at, checked_at, missing_since, notified_at, checks,
  created_at, ${TRACKING}`;

/** Inserts a domain. Returns no row if the account already has the domain. */
export const insertDomain = statement<[accountId: number, name: string], { readonly id: number }>(
  'domains_insert',
  'insert into domain (account_id, name) values ($1, $2) on conflict do nothing returning id',
);

export const storeRecords = statement<[accountId: number, id: number, records: string], DomainRow>(
  'domains_store_records',
  `update domain set records = $3 where account_id = $1 and id = $2 returning ${DOMAIN_COLUMNS}`,
);

/** Locks and selects the domains with this name in other accounts. Uses the index domain_by_name. */
export const claimsOfOthers = statement<
  [accountId: number, name: string],
  Pick<DomainRow, 'account_id' | 'id' | 'status' | 'missing_since' | 'created_at'>
>(
  'domains_claims_of_others',
  'select account_id, id, status, missing_since, created_at from lock_domains_of_others($1, $2)',
);

/** Selects a domain by its name. Uses the index domain_name. */
export const domainByName = statement<[accountId: number, name: string], DomainRow>(
  'domains_by_name',
  `select ${DOMAIN_COLUMNS} from domain where account_id = $1 and name = $2 and deleted_at is null`,
);

export const domainsOfAccount = statement<[accountId: number, limit: number], DomainRow>(
  'domains_of_account',
  `select ${DOMAIN_COLUMNS} from domain where account_id = $1 and deleted_at is null order by id desc limit $2`,
);

/** Selects a domain that was not removed. Uses the primary key. */
export const domainById = statement<[accountId: number, id: number], DomainRow>(
  'domains_by_id',
  `select ${DOMAIN_COLUMNS} from domain where account_id = $1 and id = $2 and deleted_at is null`,
);

/**
 * Stores the result of a check, unless another check has ended since `checks` was read. Does not overwrite the time of
 * the first verification.
 */
export const storeCheck = statement<
  [
    accountId: number,
    id: number,
    checks: number,
    status: DomainStatus,
    records: string,
    checkedAt: Date,
    missingSince: Date | null,
    notifiedAt: Date | null,
    nextCheckAt: Date,
  ],
  DomainRow
>(
  'domains_store_check',
  `update domain set status = $4::text, records = $5::jsonb, checked_at = $6::timestamptz, missing_since = $7, notified_at = $8,
     next_check_at = $9, checks = checks + 1,
     verified_at = case when $4 = 'verified' then coalesce(verified_at, $6) else verified_at end
   where account_id = $1 and id = $2 and checks = $3 and deleted_at is null returning ${DOMAIN_COLUMNS}`,
);

/**
 * Locks the domain until the transaction ends, so that its keys can be changed. Updates its records and schedules a
 * check. Returns no row if a check has ended since `checks` was read.
 */
export const lockForKeys = statement<
  [accountId: number, id: number, checks: number, records: string, nextCheckAt: Date],
  DomainRow
>(
  'domains_lock_for_keys',
  `update domain set checks = checks + 1, records = $4::jsonb, next_check_at = least(next_check_at, $5)
   where account_id = $1 and id = $2 and checks = $3 and deleted_at is null returning ${DOMAIN_COLUMNS}`,
);

/**
 * Claims due checks of domains. If the process dies, a check is due again at `leasedUntil`. Uses the index
 * domain_check_due.
 */
export const claimChecks = statement<
  [now: Date, limit: number, leasedUntil: Date],
  { readonly account_id: number; readonly id: number }
>('domains_claim_checks', 'select account_id, id from claim_domain_checks($1, $2, $3)');

/** Selects the email address of an account. Uses the primary key of account. */
export const ownerOf = statement<[accountId: number], { readonly email: string }>(
  'domains_owner',
  'select email from account where account_id = $1',
);

/** Returns a statement that removes the domains that meet the condition, and ends their tracking hosts. */
export function removing(condition: string): string {
  return `with gone as (update domain set deleted_at = now() where ${condition} and deleted_at is null returning account_id, id, name),
   ended as (update tracking_host t set ended_at = now(), base_url = null from gone
     where t.account_id = gone.account_id and t.domain_id = gone.id and t.ended_at is null)
   select id, name from gone`;
}

export interface RemovedRow {
  readonly id: number;
  readonly name: string;
}

export const markDeleted = statement<[accountId: number, name: string], RemovedRow>(
  'domains_mark_deleted',
  removing('account_id = $1 and name = $2'),
);

export const countDomains = statement<[accountId: number], { readonly domains: number }>(
  'domains_count',
  'select count(*) as domains from domain where account_id = $1 and deleted_at is null',
);

export const keepFact = statement<[name: string, value: Buffer], unknown>(
  'domains_keep_fact',
  'insert into installation (name, value) values ($1, $2) on conflict (name) do nothing',
);

export const factOf = statement<[name: string], { readonly value: Buffer }>(
  'domains_fact',
  'select value from installation where name = $1',
);

/**
 * Selects up to 100 domains with this name in all accounts, including removed domains, and their return-path hosts.
 * Uses the index domain_by_name.
 */
export const domainsNamed = statement<
  [name: string],
  { readonly account_id: number; readonly return_path_host: string | null }
>(
  'domains_named',
  `select account_id, jsonb_path_query_first(records, '$[*] ? (@.name == "return_path")') ->> 'host' as return_path_host
   from domain where name = $1 order by account_id, id limit 100`,
);
