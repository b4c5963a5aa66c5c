import type { Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  lockAccount,
  readAccount,
  recordAct,
  recordCommand,
  recordOperatorAct,
  setClosed,
  type Account,
} from '../accounts/index.ts';
import { closedMail, restoredMail } from './mails.ts';
import type { DeletionParts } from './parts.ts';
import {
  contentsOf,
  deletionOf,
  insertDeletion,
  operatorOf,
  ownersToNotify,
  cancelDeletion,
  type ContentsRow,
  type DeletionRow,
} from './queries.ts';

/** Maximum number of messages to count for an account's contents. */
export const MAX_COUNTED = 100_000;

export interface AccountContents extends ContentsRow {
  readonly account: Account;
  /** The scheduled deletion. Undefined unless the account has been deleted. */
  readonly deletion: DeletionRow | undefined;
}

/** The user who deletes or restores an account. Undefined on the command line. */
export type By = Principal | undefined;

/** Returns the contents of an account. Throws not_found if the account does not exist. */
export async function readContents(db: Db, accountId: number): Promise<AccountContents> {
  const account = await readAccount(db, accountId);
  const [contents] = await contentsOf(db, accountId, MAX_COUNTED);
  if (!account || !contents) throw noAccount();
  const [deletion] = await deletionOf(db, accountId);
  return { ...contents, account, deletion };
}

/**
 * Schedules the deletion of an account. Within one second, all processes reject the account's callers. Email that was
 * already accepted is still sent. The data is removed after the grace period. Notifies the owners and the account's own
 * address by email. Returns the time at which the data will be removed. Throws not_found, or conflict if the account is
 * already deleted or is required by the installation.
 */
export async function closeAccount(parts: DeletionParts, by: By, accountId: number): Promise<Date> {
  return parts.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw noAccount();
    requireDeletable(parts, account);
    await setClosed(tx, account.id, true);
    const reported = await addressesOf(tx, account);
    const [row] = await insertDeletion(tx, account.id, parts.graceDays, reported);
    if (!row) throw new Error('Inserting a deletion returned no row');
    const [operator] = await operatorOf(tx);
    await record(tx, by, account, 'account.delete', { data_goes_at: row.due_at.toISOString() });
    for (const to of reported) {
      await parts.sendMail(
        tx,
        closedMail(to, {
          account,
          by: actorName(by, account),
          dueAt: row.due_at,
          operator: operator?.email ?? '',
        }),
      );
    }
    return row.due_at;
  });
}

/**
 * Cancels the scheduled deletion of an account. Throws not_found, or conflict if the account was not deleted or its
 * removal has started.
 */
export async function restoreAccount(parts: DeletionParts, by: By, accountId: number): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw noAccount();
    if (!account.closedAt) throw new Refusal('conflict', { message: 'The account has not been deleted.' });
    const [row] = await cancelDeletion(tx, account.id);
    if (!row) {
      throw new Refusal('conflict', {
        message: 'The account’s data is already being deleted, so the account can no longer be restored.',
        fix: 'Create a new account after the deletion has finished.',
      });
    }
    await setClosed(tx, account.id, false);
    await record(tx, by, account, 'account.restore', {});
    for (const to of row.notified) await parts.sendMail(tx, restoredMail(to, account));
  });
}

function requireDeletable({ mailAccount }: DeletionParts, account: Account): void {
  if (account.closedAt) throw new Refusal('conflict', { message: 'The account has already been deleted.' });
  if (account.isOperator) {
    throw new Refusal('conflict', {
      message: 'The operator’s own account cannot be deleted, because this account manages the installation.',
      fix: 'To leave the account, first make another user an owner.',
    });
  }
  if (account.email.toLowerCase() === mailAccount.toLowerCase()) {
    throw new Refusal('conflict', {
      message: 'The account cannot be deleted, because the installation sends its sign-in emails from this account.',
      fix: 'Keep the account. Messages in the account are deleted automatically when their retention period ends.',
    });
  }
}

/** Returns the email addresses of the owners and of the account itself, without duplicates. */
async function addressesOf(tx: Tx, account: Account): Promise<string[]> {
  const owners = await ownersToNotify(tx, account.id);
  return [...new Set([...owners.map(({ email }) => email), account.email].map((email) => email.toLowerCase()))];
}

/** Returns the name of the member who performs the action. Undefined for the operator. */
function actorName(by: By, account: Account): string | undefined {
  return by?.accountId === account.id ? by.person?.name : undefined;
}

/**
 * Records the action in the account's audit log, and in the operator's log, which outlives the account. The operator's
 * entry contains only the ID and the name of the account.
 */
async function record(
  tx: Tx,
  by: By,
  account: Account,
  action: string,
  after: Readonly<Record<string, string>>,
): Promise<void> {
  const [operator] = await operatorOf(tx);
  const subject = account.name === account.email ? `Account ${account.id}` : account.name;
  const kept = { action, subject, after: { account: account.id, ...after } };
  if (!by) {
    await recordCommand(tx, account.id, { action, after });
    if (operator) await recordCommand(tx, operator.account_id, kept);
    return;
  }
  if (by.accountId === account.id) {
    await recordAct(tx, by, { action, after });
    // The user's name is recorded only in the account's own audit log, which is deleted with the account.
    const nobody = { accountId: operator?.account_id ?? 0, via: by.via, person: undefined };
    if (operator) await recordAct(tx, nobody, { ...kept, after: { ...kept.after, by: 'an owner of the account' } });
    return;
  }
  await recordOperatorAct(tx, by, account.id, { action, after });
  await recordOperatorAct(tx, by, by.accountId, kept);
}

function noAccount(): Refusal {
  return new Refusal('not_found', { message: 'No account has this ID.' });
}
