import type { Db, Tx } from '../../base/db.ts';
import { invalid } from '../../base/refusal.ts';
import {
  accountByEmail,
  allAccounts,
  insertAccount,
  updatePaused,
  updatePauseOnce,
  updateResumed,
  updateTransactional,
  type AccountRow,
} from './queries.ts';

const LISTED_ACCOUNTS = 1_000;

/** A tenant: everything else belongs to one. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly plan: string;
  readonly isOperator: boolean;
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
  readonly createdAt: Date;
}

/** Makes an account. Throws validation_error when the address has one already. */
export async function createAccount(
  db: Db,
  account: { readonly email: string; readonly plan: 'free' | 'paid' | 'unlimited'; readonly isOperator: boolean },
): Promise<Account> {
  const [row] = await insertAccount(db, account.email, account.plan, account.isOperator);
  if (!row) throw invalid({ email: [`There is already an account for ${account.email}.`] });
  return toAccount(row);
}

/** The account of an address, compared without regard to case. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await accountByEmail(db, email);
  return row && toAccount(row);
}

/** The first thousand accounts, oldest first. */
export async function listAccounts(db: Db): Promise<Account[]> {
  return (await allAccounts(db, LISTED_ACCOUNTS)).map(toAccount);
}

/** Stops sending for an account; every process refuses its sends with account_paused within a second. */
export async function pauseAccount(db: Db, accountId: number, reason: string): Promise<void> {
  await updatePaused(db, accountId, reason);
}

/**
 * Stops sending for an account because of its own outcomes. Leaves alone the operator's own account and one that is
 * paused already, whose reason stays.
 */
export async function pauseAutomatically(tx: Tx, accountId: number, reason: string): Promise<void> {
  await updatePauseOnce(tx, accountId, reason);
}

/** Lifts a pause; outcomes until now no longer count towards an automatic one. */
export async function resumeAccount(db: Db, accountId: number): Promise<void> {
  await updateResumed(db, accountId);
}

/** Turns transactional mail on or off for an account. */
export async function setTransactional(db: Db, accountId: number, enabled: boolean): Promise<void> {
  await updateTransactional(db, accountId, enabled);
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.account_id,
    email: row.email,
    plan: row.plan,
    isOperator: row.is_operator,
    transactionalEnabled: row.transactional_enabled,
    pausedAt: row.paused_at ?? undefined,
    pauseReason: row.pause_reason ?? undefined,
    createdAt: row.created_at,
  };
}
