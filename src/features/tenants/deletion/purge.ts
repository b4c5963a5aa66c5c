import type { Db } from '../../../base/db.ts';
import { lockAccount } from '../accounts/index.ts';
import { goneMail } from './mails.ts';
import type { DeletionParts } from './parts.ts';
import {
  claimDue,
  deleteAccount,
  deleteRows,
  failedDeletions,
  hasMailInTransit,
  markBegun,
  putOff,
  tablesOfAccounts,
  tableWithRows,
  type DueRow,
} from './purge-queries.ts';

/** Rows of one statement: each is a transaction of its own, and short. */
const BATCH_ROWS = 1_000;
/** After so long an account lets others have their turn, and goes on with the next run. */
const TURN_MS = 20_000;
/** Longer than a turn and a statement that is as slow as it may be. */
const LEASE_SECONDS = 120;
/** Accounts of one run. */
const MAX_TURNS = 20;
/** Whoever's mail waits for something is looked at again after so long. */
const WAIT_SECONDS = 600;
/** Mail that still waits so long after the grace goes with the data: what holds it may hold it for ever. */
const LATE_DAYS = 30;
const FIRST_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 86_400;
const MAX_REASON_CHARACTERS = 500;

/**
 * Removes the data of deleted accounts whose grace is over and whose mail is out, account by account and in small pieces.
 * May be killed at any moment and run twice: the next run goes on. An account of which something cannot be removed hurts
 * nobody else; it is tried again ever more rarely, and says why in `account_deletion`.
 */
export async function purgeAccounts(parts: DeletionParts): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const [due] = await claimDue(parts.db, LEASE_SECONDS, LATE_DAYS);
    if (!due) return;
    try {
      const isGone = await purge(parts, due);
      if (isGone) parts.log.info('Data of a deleted account removed', { account: due.account_id });
    } catch (error) {
      parts.log.error('Data of a deleted account could not be removed', { account: due.account_id, error });
      const reason = error instanceof Error ? error.message : String(error);
      const seconds = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.min(due.attempts, 20), MAX_RETRY_SECONDS);
      await putOff(parts.db, due.account_id, seconds, reason.slice(0, MAX_REASON_CHARACTERS).toWellFormed());
    }
  }
}

/** Deletions that do not get on, and why; so many at most. */
export async function listFailedDeletions(db: Db, limit: number): Promise<Awaited<ReturnType<typeof failedDeletions>>> {
  return failedDeletions(db, limit);
}

async function purge(parts: DeletionParts, due: DueRow): Promise<boolean> {
  const { db } = parts;
  const accountId = due.account_id;
  if (!due.is_late && (await isWaiting(db, accountId))) {
    await putOff(db, accountId, WAIT_SECONDS, null);
    return false;
  }
  // It may have been restored a moment ago.
  if ((await markBegun(db, accountId)).length === 0) return false;
  const until = performance.now() + TURN_MS;
  for (const { name } of await tablesOfAccounts(db)) {
    if (!(await empty(db, accountId, name, until))) {
      await putOff(db, accountId, 0, null);
      return false;
    }
  }
  return finish(parts, due);
}

async function isWaiting(db: Db, accountId: number): Promise<boolean> {
  const [row] = await hasMailInTransit(db, accountId);
  return row?.is_in_progress ?? false;
}

/** False when the turn was over before the table was empty. */
async function empty(db: Db, accountId: number, table: string, until: number): Promise<boolean> {
  for (;;) {
    const [row] = await deleteRows(db, table, accountId, BATCH_ROWS);
    if (!row || row.gone < BATCH_ROWS) return true;
    if (performance.now() > until) return false;
  }
}

/** The account goes last, and only when nothing bears its number: an outcome may have been written meanwhile. */
async function finish({ db, sendMail }: DeletionParts, { account_id: accountId, told }: DueRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return false;
    if ((await tableWithRows(tx, accountId)).length > 0) {
      await putOff(tx, accountId, 0, null);
      return false;
    }
    if ((await deleteAccount(tx, accountId)).length === 0) return false;
    for (const to of told) await sendMail(tx, goneMail(to, account.name));
    return true;
  });
}
