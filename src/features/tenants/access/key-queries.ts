import { statement } from '../../../base/db.ts';

export interface ManagedKeyRow {
  readonly id: number;
  readonly prefix: string;
  readonly last4: string;
  readonly name: string;
  readonly scopes: string[];
  readonly domain: string | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly plan_per_second: number | null;
  readonly plan_per_minute: number | null;
  /**
   * Number of requests left in the current minute. Null before the first request, and for keys without a limit per
   * minute.
   */
  readonly minute_left: number | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly expires_at: Date | null;
  readonly replaced_by: number | null;
  readonly made_by: number | null;
  /** Null if the creator is unknown or was deleted. */
  readonly maker_name: string | null;
  readonly is_maker_member: boolean;
  /** Whether the key is neither revoked nor expired. */
  readonly is_living: boolean;
}

const LIVING = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now())';

/**
 * Selects a key with the rate limits of its plan and the requests left in the current minute. Uses the primary keys.
 */
const MANAGED = `select k.id, k.prefix, k.last4, k.name, k.scopes, k.domain, k.rate_per_second, k.rate_per_minute,
     p.rate_per_second as plan_per_second, p.rate_per_minute as plan_per_minute,
     case when w.key_id is not null then
       greatest(0, coalesce(k.rate_per_minute, p.rate_per_minute) - used_of_minute(w))
     end as minute_left,
     k.created_at, k.last_used_at, k.revoked_at, k.expires_at, k.replaced_by, ${LIVING} as is_living,
     k.made_by, maker.name as maker_name, m.person_id is not null as is_maker_member
   from api_key k
   left join person maker on maker.id = k.made_by
   left join membership m on m.account_id = k.account_id and m.person_id = k.made_by
   join account a on a.account_id = k.account_id
   join plan p on p.name = a.plan
   left join key_window w on w.key_id = k.id
   where k.account_id = $1 and k.kind = 'api_key'`;

/** Lists active keys first, then revoked and expired keys, each newest first. Uses the index api_key_account. */
export const managedKeys = statement<[accountId: number, limit: number], ManagedKeyRow>(
  'access_managed_keys',
  `${MANAGED} order by ${LIVING} desc, k.id desc limit $2`,
);

/** Lists the active keys that a user created, newest first. Uses the index api_key_account. */
export const livingKeysMadeBy = statement<[accountId: number, personId: number, limit: number], ManagedKeyRow>(
  'access_living_keys_made_by',
  `${MANAGED} and k.made_by = $2 and ${LIVING} order by k.id desc limit $3`,
);

/** Reads a key of the account. Uses the primary key. */
export const managedKey = statement<[accountId: number, keyId: number], ManagedKeyRow>(
  'access_managed_key',
  `${MANAGED} and k.id = $2`,
);

/** Reads a key of the account, and locks its row until the end of the transaction. */
export const lockManagedKey = statement<[accountId: number, keyId: number], ManagedKeyRow>(
  'access_lock_managed_key',
  `${MANAGED} and k.id = $2 for update of k`,
);

/** Counts up to `most` active keys of the account. Uses the index api_key_account. */
export const countLivingKeys = statement<[accountId: number, most: number], { readonly living: number }>(
  'access_count_living_keys',
  `select count(*)::integer as living from (
     select from api_key k where k.account_id = $1 and k.kind = 'api_key' and ${LIVING} limit $2
   ) counted`,
);

export const updateKey = statement<
  [accountId: number, keyId: number, name: string, perSecond: number | null, perMinute: number | null],
  unknown
>(
  'access_update_key',
  `update api_key set name = $3, rate_per_second = $4, rate_per_minute = $5 where account_id = $1 and id = $2`,
);

/** Makes a key expire after the given number of seconds, and records the key that replaces it. */
export const expireKey = statement<[accountId: number, keyId: number, seconds: number, replacedBy: number], unknown>(
  'access_expire_key',
  `update api_key set expires_at = now() + make_interval(secs => $3), replaced_by = $4
   where account_id = $1 and id = $2`,
);
