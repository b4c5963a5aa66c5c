import { statement } from '../../../base/db.ts';

export interface DueRow {
  readonly account_id: number;
  readonly attempts: number;
  readonly is_late: boolean;
  readonly told: string[];
}

/**
 * Takes the deletion that has been due longest, and counts that; whoever took it has so many seconds before another looks.
 * `is_late`: it is due for so many days that mail that waits goes with it. There are few rows.
 */
export const claimDue = statement<[leaseSeconds: number, lateDays: number], DueRow>(
  'deletion_claim',
  `select account_id, attempts, due_at < now() - make_interval(days => $2) as is_late, told
   from claim_account_deletion($1)`,
);

/** From now on nothing can be taken back; nothing when it was taken back before. Primary key. */
export const markBegun = statement<[accountId: number], { readonly account_id: number }>(
  'deletion_mark_begun',
  `update account_deletion set begun_at = coalesce(begun_at, clock.at)
   from (select now()) as clock (at) where account_id = $1 returning account_id`,
);

/** When it is looked at again: after a look that was no failure the count begins anew. Primary key. */
export const putOff = statement<[accountId: number, seconds: number, failed: string | null], unknown>(
  'deletion_put_off',
  `update account_deletion set next_at = now() + make_interval(secs => $2), failed = $3::text,
     attempts = case when $3::text is null then 0 else attempts end
   where account_id = $1`,
);

/**
 * Whether mail of an account is on its way: that of paused mailings is not. Index delivery_ready of each partition, for each
 * delivery process and class; of what waits for its time delivery_waiting or the primary key, whichever has less to read;
 * index mailing_chunk_due.
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

/** Every table with rows of accounts. */
export const tablesOfAccounts = statement<[], { readonly name: string }>(
  'deletion_tables',
  'select name from tables_of_accounts()',
);

/** Deletes some rows of an account from one of these tables. */
export const deleteRows = statement<[table: string, accountId: number, most: number], { readonly gone: number }>(
  'deletion_rows',
  'select delete_rows_of_account($1, $2, $3) as gone',
);

/** One of these tables that still has rows of an account; materialized, so that no other table is looked into. */
export const tableWithRows = statement<[accountId: number], { readonly name: string }>(
  'deletion_table_with_rows',
  `with tables as materialized (select name from tables_of_accounts())
   select name from tables where has_rows_of_account(name, $1) limit 1`,
);

/** The account itself, and with it what says that it goes; primary keys. */
export const deleteAccount = statement<[accountId: number], { readonly account_id: number }>(
  'deletion_account',
  'select delete_closed_account($1) as account_id',
);

/** Deletions that do not get on. */
export const failedDeletions = statement<
  [limit: number],
  { readonly account_id: number; readonly failed: string; readonly attempts: number }
>(
  'deletion_failed',
  `select account_id, failed, attempts from account_deletion where failed is not null order by account_id limit $1`,
);
