import { statement } from '../../../base/db.ts';

/** Stores a file or, if it is already stored, updates the time at which it was last stored. Uses the primary key. */
export const insertFile = statement<[accountId: number, hash: Buffer, content: Buffer], unknown>(
  'message_files_insert',
  `insert into message_file (account_id, hash, content) values ($1, $2, $3)
   on conflict (account_id, hash) do update set stored_at = now()`,
);

/** Records the files that messages use. Uses the primary key. */
export const insertFileUses = statement<
  [accountId: number, messageIds: readonly string[], hashes: readonly Buffer[]],
  unknown
>(
  'message_files_insert_uses',
  `insert into message_file_use (account_id, message_id, hash)
   select $1, message_id, hash from unnest($2::uuid[], $3::bytea[]) as g (message_id, hash)
   on conflict do nothing`,
);

/** Returns files by hash. Uses the primary key. */
export const filesByHash = statement<
  [accountId: number, hashes: readonly Buffer[]],
  { readonly hash: Buffer; readonly content: Buffer }
>('message_files_by_hash', 'select hash, content from message_file where account_id = $1 and hash = any($2::bytea[])');

/**
 * Deletes the files of messages, except files that other messages use too. Uses the primary keys and the index
 * message_file_use_by_file.
 */
export const deleteFilesOf = statement<[accountId: number, messageIds: readonly string[]], unknown>(
  'message_files_delete_of',
  `with gone as (
     delete from message_file_use where account_id = $1 and message_id = any($2::uuid[]) returning hash
   )
   delete from message_file f using gone
   where f.account_id = $1 and f.hash = gone.hash and not exists (
     select from message_file_use u
     where u.account_id = $1 and u.hash = gone.hash and u.message_id <> all($2::uuid[])
   )`,
);

/** Deletes the records of files for messages older than the retention period. Uses the index message_file_use_age. */
export const deleteOldFileUses = statement<[retentionDays: number], unknown>(
  'message_files_delete_old_uses',
  `delete from message_file_use where message_id < uuid_at((now() at time zone 'utc')::date - $1::integer)`,
);

/**
 * Deletes up to `limit` files that no message uses. A file is stored before its message, so new files are kept for a
 * day. Uses the index message_file_use_by_file.
 */
export const deleteUnusedFiles = statement<[limit: number], { readonly account_id: number }>(
  'message_files_delete_unused',
  `delete from message_file where (account_id, hash) in (
     select f.account_id, f.hash from message_file f
     where f.stored_at < now() - interval '1 day' and not exists (
       select from message_file_use u where u.account_id = f.account_id and u.hash = f.hash
     ) limit $1
   ) returning account_id`,
);
