import { statement } from '../../../base/db.ts';

/**
 * Begins to answer a refresh, or begins anew when nobody may repeat the last one any more: of several at the same time one
 * has begun it. `is_token` is false for a token that there is not, of which nothing is kept. Primary keys; a grant that ends
 * at this moment makes it fail with 23503.
 */
export const beginRefresh = statement<
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

/** What a refresh was answered, null while it is being answered; no row when it failed or may not be repeated. Primary key. */
export const answerOfRefresh = statement<
  [requestHash: Buffer, windowSeconds: number],
  { readonly answer: Buffer | null }
>(
  'oauth_answer_of_refresh',
  `select answer from oauth_refresh where request_hash = $1 and since >= now() - make_interval(secs => $2)`,
);

/** Keeps an answer from now on; primary key. */
export const keepRefresh = statement<[requestHash: Buffer, answer: Buffer], unknown>(
  'oauth_keep_refresh',
  `update oauth_refresh set answer = $2, since = now() where request_hash = $1`,
);

/** Primary key. */
export const forgetRefresh = statement<[requestHash: Buffer], unknown>(
  'oauth_forget_refresh',
  `delete from oauth_refresh where request_hash = $1 and answer is null`,
);

/** Some of the answers that nobody may ask for again; index oauth_refresh_since. */
export const deleteOldRefreshes = statement<[windowSeconds: number, limit: number], { readonly one: number }>(
  'oauth_delete_old_refreshes',
  `delete from oauth_refresh
   where request_hash in (
     select request_hash from oauth_refresh where since < now() - make_interval(secs => $1)
     order by since limit $2 for update skip locked
   )
   returning 1 as one`,
);
