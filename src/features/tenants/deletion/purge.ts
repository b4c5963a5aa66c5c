import type { Db } from '../../../base/db.ts';
import { lockAccount } from '../accounts/index.ts';
import { accountDeletedMail } from './mails.ts';
import type { DeletionParts } from './parts.ts';
import {
  claimDue,
  deleteAccount,
  deleteRows,
  failedDeletions,
  hasMailInTransit,
  markStarted,
  defer,
  tablesOfAccounts,
  tableWithRows,
  type DueRow,
} from './purge-queries.ts';

/** Number of rows deleted per statement. Each statement is a separate short transaction. */
const BATCH_ROWS = 1_000;
/**
 * Time slice of each account, in milliseconds. When it ends, other accounts are processed, and the next run continues
 * the deletion.
 */
const SLICE_MS = 20_000;
/** Lease duration in seconds. Longer than a time slice plus the slowest allowed statement. */
const LEASE_SECONDS = 120;
/** Maximum number of time slices per run. */
const MAX_SLICES = 20;
/** Interval, in seconds, between checks of an account that still has email to send. */
const WAIT_SECONDS = 600;
/**
 * Number of days after the grace period for which deletion waits for unsent email. After that, the email is deleted
 * with the rest of the data. Without this limit, some email could wait forever.
 */
const LATE_DAYS = 30;
const FIRST_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 86_400;
const MAX_REASON_CHARACTERS = 500;

/**
 * Removes the data of deleted accounts after the grace period, once their email has been sent. Processes one account at
 * a time in small batches. The job can be killed at any time or run twice, and the next run continues. If an account's
 * data cannot be removed, stores the reason in `account_deletion`, retries with exponential backoff, and continues with
 * other accounts.
 */
export async function purgeAccounts(parts: DeletionParts): Promise<void> {
  for (let slice = 0; slice < MAX_SLICES; slice += 1) {
    const [due] = await claimDue(parts.db, LEASE_SECONDS, LATE_DAYS);
    if (!due) return;
    try {
      const isGone = await purge(parts, due);
      if (isGone) parts.log.info('Data of a deleted account removed', { account: due.account_id });
    } catch (error) {
      parts.log.error('Data of a deleted account could not be removed', { account: due.account_id, error });
      const reason = error instanceof Error ? error.message : String(error);
      const seconds = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.min(due.attempts, 20), MAX_RETRY_SECONDS);
      await defer(parts.db, due.account_id, seconds, reason.slice(0, MAX_REASON_CHARACTERS).toWellFormed());
    }
  }
}

/** Returns up to `limit` failed deletions with their reasons. */
export async function listFailedDeletions(db: Db, limit: number): Promise<Awaited<ReturnType<typeof failedDeletions>>> {
  return failedDeletions(db, limit);
}

async function purge(parts: DeletionParts, due: DueRow): Promise<boolean> {
  const { db } = parts;
  const accountId = due.account_id;
  if (!due.is_late && (await isWaiting(db, accountId))) {
    await defer(db, accountId, WAIT_SECONDS, null);
    return false;
  }
  // Stop if the account was restored after the claim.
  if ((await markStarted(db, accountId)).length === 0) return false;
  const until = performance.now() + SLICE_MS;
  for (const { name } of await tablesOfAccounts(db)) {
    if (!(await empty(db, accountId, name, until))) {
      await defer(db, accountId, 0, null);
      return false;
    }
  }
  return finish(parts, due);
}

async function isWaiting(db: Db, accountId: number): Promise<boolean> {
  const [row] = await hasMailInTransit(db, accountId);
  return row?.is_in_progress ?? false;
}

/** Deletes the account's rows from a table. Returns false if the time slice ended first. */
async function empty(db: Db, accountId: number, table: string, until: number): Promise<boolean> {
  for (;;) {
    const [row] = await deleteRows(db, table, accountId, BATCH_ROWS);
    if (!row || row.gone < BATCH_ROWS) return true;
    if (performance.now() > until) return false;
  }
}

/**
 * Deletes the account's row last, and only if no other table contains rows of the account, because a delivery result
 * may have been written since its table was emptied.
 */
async function finish({ db, sendMail }: DeletionParts, { account_id: accountId, notified }: DueRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return false;
    if ((await tableWithRows(tx, accountId)).length > 0) {
      await defer(tx, accountId, 0, null);
      return false;
    }
    if ((await deleteAccount(tx, accountId)).length === 0) return false;
    for (const to of notified) await sendMail(tx, accountDeletedMail(to, account.name));
    return true;
  });
}
