import { statement } from '../../../base/db.ts';
import type { Role } from '../../../http/principal.ts';

export interface KeyRow {
  readonly id: number;
  readonly kind: 'api_key' | 'access_token';
  readonly prefix: string;
  readonly last4: string;
  readonly name: string;
  readonly scopes: string[];
  readonly domain: string | null;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

export interface CallerRow {
  readonly key_hash: Buffer;
  readonly id: number;
  readonly kind: 'api_key' | 'access_token';
  readonly account_id: number;
  readonly scopes: string[];
  readonly domain: string | null;
  readonly person_id: number | null;
  readonly person_name: string | null;
  readonly person_email: string | null;
  /** Role of the user in the account. */
  readonly role: Role | null;
  readonly email: string;
  readonly plan: string;
  readonly is_operator: boolean;
  readonly transactional_enabled: boolean;
  readonly paused_at: Date | null;
  readonly pause_reason: string | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly monthly_limit: number | null;
  readonly daily_quota: number | null;
  readonly day: string;
  readonly month_used: number;
  readonly day_used: number;
}

export const insertKey = statement<
  [
    accountId: number,
    kind: string,
    keyHash: Buffer,
    prefix: string,
    last4: string,
    name: string,
    scopes: readonly string[],
    domain: string | null,
    personId: number | null,
    madeBy: number | null,
  ],
  { readonly id: number }
>(
  'access_insert_key',
  `insert into api_key (account_id, kind, key_hash, prefix, last4, name, scopes, domain, person_id, made_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
);

/** Lists keys, newest first, including revoked keys. Uses the index api_key_account. */
export const keysOfAccount = statement<[accountId: number, limit: number], KeyRow>(
  'access_keys_of_account',
  `select id, kind, prefix, last4, name, scopes, domain, created_at, revoked_at
   from api_key where account_id = $1 order by id desc limit $2`,
);

/** Revokes a key and deletes its signing secret. Does not change the time of an earlier revocation. */
export const markRevoked = statement<[accountId: number, keyId: number], { readonly id: number }>(
  'access_revoke_key',
  `with gone as (delete from signing_key where account_id = $1 and key_id = $2)
   update api_key set revoked_at = coalesce(revoked_at, now()) where account_id = $1 and id = $2 returning id`,
);

export const keyByHash = statement<[keyHash: Buffer], { readonly id: number }>(
  'access_key_by_hash',
  `select id from api_key where key_hash = $1`,
);

/**
 * Looks up callers by key hash, with limits and usage. Omits revoked and expired keys, keys of closed accounts, and
 * keys of former members. Uses the unique index on key_hash, then the primary keys of the other tables.
 */
export const callersByHash = statement<[keyHashes: readonly Buffer[]], CallerRow>(
  'access_callers_by_hash',
  `select k.key_hash, k.id, k.kind, k.account_id, k.scopes, k.domain, k.person_id, pe.name as person_name,
          pe.email as person_email, m.role, a.email, a.plan, a.is_operator, a.transactional_enabled, a.paused_at, a.pause_reason,
          coalesce(k.rate_per_second, p.rate_per_second) as rate_per_second,
          coalesce(k.rate_per_minute, p.rate_per_minute) as rate_per_minute,
          monthly_limit(a.overage_enabled, a.overage_cap_cents, p.monthly_quota, p.overage_cents_per_thousand) as monthly_limit, p.daily_quota,
          to_char(clock.today, 'YYYY-MM-DD') as day, coalesce(u.used, 0) as month_used,
          case when u.day >= clock.today then u.day_used else 0 end as day_used
   from (select (now() at time zone 'utc')::date as today) clock
   cross join api_key k
   join account a on a.account_id = k.account_id and a.closed_at is null
   join plan p on p.name = a.plan
   left join account_usage u on u.account_id = a.account_id and u.month = date_trunc('month', clock.today)::date
   left join membership m on m.account_id = k.account_id and m.person_id = k.person_id
   left join person pe on pe.id = m.person_id
   where k.key_hash = any($1::bytea[]) and k.revoked_at is null
     and (k.person_id is null or m.person_id is not null)
     and (k.expires_at is null or k.expires_at > now())`,
);
