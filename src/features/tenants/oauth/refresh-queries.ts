import { statement } from '../../../base/db.ts';

/**
 * Starts a refresh, or restarts a refresh whose stored response has expired. Of several concurrent requests, only one
 * starts it. `is_token` is false for an unknown token. Nothing is stored for such a token. Fails with SQLSTATE 23503
 * (foreign key violation) if the grant ends at the same time. Uses primary keys.
 */
export const startRefresh = statement<
  [requestHash: Buffer, tokenHash: Buffer, windowSeconds: number],
  { readonly is_token: boolean; readonly has_begun: boolean }
>(
  'oauth_begin_refresh',
  `with token as (
     select grant_hash from oauth_artifact
     where kind = 'RefreshToken' and id_hash = $2 and expires_at > now() and grant_hash is not null
   ), begun as (
     insert into oauth_refresh (request_hash, grant_hash) select $1, grant_hash from token
     on conflict (request_hash) do update set answer = null, since = excluded.since
       where oauth_refresh.since < seconds_after(excluded.since, -$3::float8)
     returning request_hash
   )
   select exists (select from token) as is_token, exists (select from begun) as has_begun`,
);

/**
 * Reads the stored response to a refresh, which is null while the refresh is in progress. Returns no row if the refresh
 * failed or the response has expired. Uses the primary key.
 */
export const answerOfRefresh = statement<
  [requestHash: Buffer, windowSeconds: number],
  { readonly answer: Buffer | null }
>(
  'oauth_answer_of_refresh',
  `select answer from oauth_refresh where request_hash = $1 and since >= now() - make_interval(secs => $2)`,
);

/** Stores the response to a refresh. Its lifetime starts now. Uses the primary key. */
export const keepRefresh = statement<[requestHash: Buffer, answer: Buffer], unknown>(
  'oauth_keep_refresh',
  `update oauth_refresh set answer = $2, since = now() where request_hash = $1`,
);

/** Deletes a refresh that has no response. Uses the primary key. */
export const deleteRefresh = statement<[requestHash: Buffer], unknown>(
  'oauth_forget_refresh',
  `delete from oauth_refresh where request_hash = $1 and answer is null`,
);

/** Deletes up to `limit` expired responses. Uses the index oauth_refresh_since. */
export const deleteOldRefreshes = statement<[windowSeconds: number, limit: number], { readonly one: number }>(
  'oauth_delete_old_refreshes',
  `delete from oauth_refresh
   where request_hash in (
     select request_hash from oauth_refresh where since < now() - make_interval(secs => $1)
     order by since limit $2 for update skip locked
   )
   returning 1 as one`,
);
