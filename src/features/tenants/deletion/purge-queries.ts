import { statement } from '../../../base/db.ts';

export interface DueRow {
  readonly account_id: number;
  readonly attempts: number;
  readonly is_late: boolean;
  readonly notified: string[];
}

/**
 * Claims the deletion that has been due for the longest time, and counts the attempt. Other processes skip it for
 * `leaseSeconds`. `is_late` is true if the deletion has been due for `lateDays`. Waiting email is then removed too. The
 * table has few rows.
 */
export const claimDue = statement<[leaseSeconds: number, lateDays: number], DueRow>(
  'deletion_claim',
  `select account_id, attempts, due_at < now() - make_interval(days => $2) as is_late, notified
   from claim_account_deletion($1)`,
);

/**
 * Marks the deletion as started. It can then no longer be canceled. Returns no row if it has been canceled. Uses the
 * primary key.
 */
export const markStarted = statement<[accountId: number], { readonly account_id: number }>(
  'deletion_mark_begun',
  `update account_deletion set begun_at = coalesce(begun_at, clock.at)
   from (select now()) as clock (at) where account_id = $1 returning account_id`,
);

/** Schedules the next run. Resets the attempt count if `failed` is null. Uses the primary key. */
export const defer = statement<[accountId: number, seconds: number, failed: string | null], unknown>(
  'deletion_defer',
  `update account_deletion set next_at = now() + make_interval(secs => $2), failed = $3::text,
     attempts = case when $3::text is null then 0 else attempts end
   where account_id = $1`,
);

/**
 * Returns whether an account has email to send, ignoring paused mailings. Uses the index delivery_ready of each
 * partition, once for each delivery process and class, and the index mailing_chunk_due. For scheduled email, uses
 * delivery_waiting or the primary key, whichever reads fewer rows.
 */
export const hasMailInTransit = statement<[accountId: number], { readonly is_in_progress: boolean }>(
  'deletion_mail_in_transit',
  `select exists (
     select 1 from (select 0::smallint as number union select number from delivery_worker) w
     cross join generate_series(0, 3) as c (class)
     cross join lateral (
       select 1 from delivery d where d.worker = w.number and d.class = c.class and d.account_id = $1
         and d.is_ready and d.next_at is not null and d.next_at < 'infinity' limit 1
     ) d
   ) or exists (
     select 1 from delivery d
     where d.account_id = $1 and not d.is_ready and d.next_at is not null and d.next_at < 'infinity'
   ) or exists (
     select 1 from mailing_chunk c
     where c.class between 1 and 3 and c.account_id = $1 and c.next_at is not null and c.next_at < 'infinity'
   ) as is_in_progress`,
);

/** Lists all tables that contain account data. */
export const tablesOfAccounts = statement<[], { readonly name: string }>(
  'deletion_tables',
  'select name from tables_of_accounts()',
);

/** Deletes up to `most` rows of an account from a table. */
export const deleteRows = statement<[table: string, accountId: number, most: number], { readonly gone: number }>(
  'deletion_rows',
  'select delete_rows_of_account($1, $2, $3) as gone',
);

/**
 * Finds a table that still contains rows of an account. The list of tables is materialized, so that only the listed
 * tables are checked.
 */
export const tableWithRows = statement<[accountId: number], { readonly name: string }>(
  'deletion_table_with_rows',
  `with tables as materialized (select name from tables_of_accounts())
   select name from tables where has_rows_of_account(name, $1) limit 1`,
);

/**
 * Deletes the record of an account's deletion and, if the account is closed, the row of the account. Returns no row if
 * the account is not closed. Uses the primary keys.
 */
export const deleteAccount = statement<[accountId: number], { readonly account_id: number }>(
  'deletion_account',
  'select delete_closed_account($1) as account_id',
);

export const failedDeletions = statement<
  [limit: number],
  { readonly account_id: number; readonly failed: string; readonly attempts: number }
>(
  'deletion_failed',
  `select account_id, failed, attempts from account_deletion where failed is not null order by account_id limit $1`,
);
