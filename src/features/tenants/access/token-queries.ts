import { statement } from '../../../base/db.ts';

/**
 * Records that keys are being used, at the current time of the database. Skips keys whose last recorded use is less
 * than a minute ago.
 */
export const markUsed = statement<[keyIds: readonly number[]], unknown>(
  'access_mark_used',
  `update api_key set last_used_at = now() from (
     select id from api_key
     where id = any($1::bigint[]) and (last_used_at is null or last_used_at < now() - interval '1 minute')
     order by id for update skip locked
   ) used where api_key.id = used.id`,
);

export interface TokenRow {
  readonly id: number;
  readonly prefix: string;
  readonly last4: string;
  readonly name: string;
  readonly person_id: number | null;
  readonly person_name: string | null;
  readonly person_email: string | null;
  /** False if the user has left the account. */
  readonly is_member: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

const TOKENS = `select k.id, k.prefix, k.last4, k.name, k.person_id, p.name as person_name, p.email as person_email,
     k.person_id is null or m.person_id is not null as is_member, k.created_at, k.last_used_at, k.revoked_at
   from api_key k
   left join person p on p.id = k.person_id
   left join membership m on m.account_id = k.account_id and m.person_id = k.person_id
   where k.account_id = $1 and k.kind = 'access_token'`;

/**
 * Lists up to `limit` tokens of an account: active tokens, then revoked tokens, each newest first. Uses the index
 * api_key_account.
 */
export const tokensOfAccount = statement<[accountId: number, limit: number], TokenRow>(
  'access_tokens_of_account',
  `${TOKENS} order by k.revoked_at is null desc, k.id desc limit $2`,
);

/**
 * Lists up to `limit` of a user's tokens in an account, in the same order as `tokensOfAccount`. Uses the index
 * api_key_person.
 */
export const tokensOfPerson = statement<[accountId: number, limit: number, personId: number], TokenRow>(
  'access_tokens_of_person',
  `${TOKENS} and k.person_id = $3 order by k.revoked_at is null desc, k.id desc limit $2`,
);

/** Revokes all tokens of a user in every account. Uses the index api_key_living_of_person. */
export const revokeTokensOf = statement<
  [personId: number],
  { readonly account_id: number; readonly name: string; readonly prefix: string; readonly last4: string }
>(
  'access_revoke_tokens_of_person',
  `update api_key set revoked_at = now()
   where person_id = $1 and kind = 'access_token' and revoked_at is null returning account_id, name, prefix, last4`,
);

/** Reads a token of the account. Uses the primary key. */
export const tokenById = statement<[accountId: number, id: number], TokenRow>(
  'access_token_by_id',
  `${TOKENS} and k.id = $2`,
);

/**
 * Counts a user's active tokens or, if the user is null, the account's own active tokens. Uses the indexes
 * api_key_person and api_key_account.
 */
export const countTokens = statement<[accountId: number, personId: number | null], { readonly tokens: number }>(
  'access_count_tokens',
  `select count(*) as tokens from api_key
   where account_id = $1 and kind = 'access_token' and revoked_at is null and person_id is not distinct from $2`,
);

/** Finds a member of an account by email address. Uses the index person_email, then the primary key of membership. */
export const memberByEmail = statement<[accountId: number, email: string], { readonly id: number }>(
  'access_member_by_email',
  `select p.id from person p join membership m on m.person_id = p.id and m.account_id = $1
   where lower(p.email) = lower($2)`,
);
