import { statement } from '../../../base/db.ts';
import type { KeyAlgorithm } from '../../../mail/dkim-key.ts';
import type { DomainStatus } from './queries.ts';
import type { DnsRecord } from './dns-records.ts';

export interface KeyRow {
  readonly domain_id: number;
  readonly selector: string;
  readonly algorithm: KeyAlgorithm;
  readonly public_key: string;
  readonly state: 'waiting' | 'active' | 'retired';
  readonly created_at: Date;
  readonly published_at: Date | null;
  readonly active_from: Date | null;
  readonly retired_at: Date | null;
}

const COLUMNS = 'domain_id, selector, algorithm, public_key, state, created_at, published_at, active_from, retired_at';

/** Inserts a waiting key. Returns no row if the selector is in use, or if a key of this kind is already waiting. */
export const insertKey = statement<
  [
    accountId: number,
    domainId: number,
    selector: string,
    algorithm: KeyAlgorithm,
    publicKey: string,
    sealedKey: Buffer,
    createdAt: Date,
  ],
  KeyRow
>(
  'domains_insert_key',
  `insert into domain_key (account_id, domain_id, selector, algorithm, public_key, private_key, created_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${COLUMNS}`,
);

/** Selects the keys of a domain. Uses the primary key. */
export const keysOfDomain = statement<[accountId: number, domainId: number], KeyRow>(
  'domains_keys',
  `select ${COLUMNS} from domain_key where account_id = $1 and domain_id = $2 order by selector`,
);

/** Selects the keys of an account's domains, except removed domains. Uses primary keys. */
export const keysOfAccount = statement<[accountId: number], KeyRow>(
  'domains_keys_of_account',
  `select ${COLUMNS} from domain_key k where account_id = $1 and exists (
     select from domain d where d.account_id = k.account_id and d.id = k.domain_id and d.deleted_at is null)
   order by domain_id, selector`,
);

/** Stores the new state of a key. Uses the primary key. */
export const storeKeyState = statement<
  [
    accountId: number,
    domainId: number,
    selector: string,
    state: KeyRow['state'],
    publishedAt: Date | null,
    activeFrom: Date | null,
    retiredAt: Date | null,
  ],
  unknown
>(
  'domains_store_key_state',
  `update domain_key set state = $4, published_at = $5, active_from = $6, retired_at = $7
   where account_id = $1 and domain_id = $2 and selector = $3`,
);

/** Deletes a retired key whose record is no longer needed, so that its selector can be reused. Uses the primary key. */
export const deleteRetiredKey = statement<[accountId: number, domainId: number, selector: string], unknown>(
  'domains_delete_retired_key',
  `delete from domain_key where account_id = $1 and domain_id = $2 and selector = $3 and state = 'retired'`,
);

/** Deletes a key that has never signed. Uses the primary key. */
export const deleteWaitingKey = statement<[accountId: number, domainId: number, selector: string], unknown>(
  'domains_delete_waiting_key',
  `delete from domain_key where account_id = $1 and domain_id = $2 and selector = $3 and state = 'waiting'`,
);

/**
 * Retires the active Ed25519 keys and deletes the waiting ones. Called when Ed25519 signatures are disabled. Uses the
 * index domain_key_ed25519.
 */
export const retireEd25519 = statement<[now: Date], unknown>(
  'domains_retire_ed25519',
  `with unused as (delete from domain_key where algorithm = 'ed25519' and state = 'waiting')
   update domain_key set state = 'retired', retired_at = $1 where algorithm = 'ed25519' and state = 'active'`,
);

/**
 * Selects the state of a sender domain. `signing` changes whenever the active signing keys change. Uses the index
 * domain_name, then the primary key.
 */
export const senderState = statement<
  [accountId: number, name: string],
  {
    readonly id: number;
    readonly status: DomainStatus;
    readonly records: readonly DnsRecord[];
    readonly verified_at: Date | null;
    readonly signing: string | null;
  }
>(
  'domains_sender_state',
  `select id, status, records, verified_at,
     (select string_agg(selector || '@' || extract(epoch from coalesce(active_from, created_at)), ' ' order by selector)
      from domain_key k where k.account_id = d.account_id and k.domain_id = d.id and k.state = 'active') as signing
   from domain d where account_id = $1 and name = $2 and deleted_at is null`,
);

/** An encrypted private key with its domain and selector. */
export interface SealedKeyRow {
  readonly name: string;
  readonly selector: string;
  readonly algorithm: KeyAlgorithm;
  readonly private_key: Buffer;
}

/** Selects active keys, RSA first. Uses primary keys. */
export const sealedKeysById = statement<[accountId: number, domainId: number], SealedKeyRow>(
  'domains_sealed_keys_by_id',
  `select d.name, k.selector, k.algorithm, k.private_key
   from domain d join domain_key k on k.account_id = d.account_id and k.domain_id = d.id
   where d.account_id = $1 and d.id = $2 and k.state = 'active' order by k.algorithm desc`,
);

/**
 * Selects the active keys of the last verified domain with this name, even if it was removed. Queued messages are then
 * signed with a key that the owner has published. Uses the index domain_by_name.
 */
export const lastVerifiedKeys = statement<[accountId: number, name: string], SealedKeyRow>(
  'domains_last_verified_keys',
  `select d.name, k.selector, k.algorithm, k.private_key
   from (select account_id, id, name from domain where account_id = $1 and name = $2
     order by verified_at desc nulls last, id desc limit 1) d
   join domain_key k on k.account_id = d.account_id and k.domain_id = d.id
   where k.state = 'active' order by k.algorithm desc`,
);
