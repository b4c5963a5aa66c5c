import { statement } from '../../base/db.ts';
import type { DnsRecord } from './dns-records.ts';

export type DomainStatus = 'pending' | 'verified' | 'failed';

export interface DomainRow {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly selector: string;
  readonly dkim_public_key: string;
  readonly status: DomainStatus;
  readonly records: readonly DnsRecord[];
  readonly verified_at: Date | null;
  readonly checked_at: Date | null;
  readonly created_at: Date;
}

const COLUMNS = 'id, account_id, name, selector, dkim_public_key, status, records, verified_at, checked_at, created_at';

export const insertDomain = statement<
  [accountId: number, name: string, selector: string, publicKey: string, sealedKey: Buffer, records: string],
  DomainRow
>(
  'domains_insert',
  `insert into domain (account_id, name, selector, dkim_public_key, dkim_private_key, records)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${COLUMNS}`,
);

/** Index domain_name. */
export const domainByName = statement<[accountId: number, name: string], DomainRow>(
  'domains_by_name',
  `select ${COLUMNS} from domain where account_id = $1 and name = $2 and deleted_at is null`,
);

export const domainsOfAccount = statement<[accountId: number, limit: number], DomainRow>(
  'domains_of_account',
  `select ${COLUMNS} from domain where account_id = $1 and deleted_at is null order by id desc limit $2`,
);

/** Keeps the time of the first verification. */
export const storeCheck = statement<[accountId: number, id: number, status: DomainStatus, records: string], DomainRow>(
  'domains_store_check',
  `update domain set status = $3, records = $4, checked_at = now(),
     verified_at = case when $3 = 'verified' then coalesce(verified_at, now()) else verified_at end
   where account_id = $1 and id = $2 and deleted_at is null returning ${COLUMNS}`,
);

export const markDeleted = statement<[accountId: number, name: string], { readonly id: number }>(
  'domains_mark_deleted',
  `update domain set deleted_at = now() where account_id = $1 and name = $2 and deleted_at is null returning id`,
);

export const countDomains = statement<[accountId: number], { readonly domains: number }>(
  'domains_count',
  'select count(*) as domains from domain where account_id = $1 and deleted_at is null',
);

/** A sealed private key with what it signs for. */
export interface SealedKeyRow {
  readonly name: string;
  readonly selector: string;
  readonly dkim_private_key: Buffer;
}

/** Primary key. */
export const sealedKeyById = statement<[accountId: number, id: number], SealedKeyRow>(
  'domains_sealed_key_by_id',
  'select name, selector, dkim_private_key from domain where account_id = $1 and id = $2',
);

/**
 * The key under which a domain was verified last, removed or not: mails that are still on their way keep the signature
 * that its owner published. Reads the account's domains by the primary key, which is rare enough.
 */
export const lastVerifiedKey = statement<[accountId: number, name: string], SealedKeyRow>(
  'domains_last_verified_key',
  `select name, selector, dkim_private_key from domain where account_id = $1 and name = $2
   order by verified_at desc nulls last, id desc limit 1`,
);

export const keepFact = statement<[name: string, value: Buffer], unknown>(
  'domains_keep_fact',
  'insert into installation (name, value) values ($1, $2) on conflict (name) do nothing',
);

export const factOf = statement<[name: string], { readonly value: Buffer }>(
  'domains_fact',
  'select value from installation where name = $1',
);
