import type { Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { toClassPauses, type ClassPause } from './class-pauses.ts';
import {
  accountByEmail,
  accountById,
  allAccounts,
  insertAccount,
  lockAccountRow,
  updateClosed,
  updatePaused,
  updatePauseOnce,
  updateRestricted,
  updateResumed,
  updateSettings,
  updateTransactional,
  updateUnrestricted,
  type AccountRow,
} from './queries.ts';

const LISTED_ACCOUNTS = 1_000;

/** A tenant: everything else belongs to one. */
export interface Account {
  readonly id: number;
  readonly email: string;
  /** How it is called; its address until somebody names it. */
  readonly name: string;
  /** In which its people want times to be shown (a name of the IANA database). */
  readonly timezone: string;
  readonly plan: string;
  readonly isOperator: boolean;
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
  readonly restrictedAt: Date | undefined;
  readonly restrictedReason: string | undefined;
  /** Since when nobody gets into it, because it is deleted. */
  readonly closedAt: Date | undefined;
  readonly createdAt: Date;
  /** Classes of its mail to many that are paused by themselves. */
  readonly pausedClasses: readonly ClassPause[];
}

/** Makes an account on a plan that there is. Throws validation_error when the address has one already. */
export async function createAccount(
  db: Db,
  account: {
    readonly email: string;
    readonly plan: string;
    readonly isOperator: boolean;
    readonly name?: string | undefined;
    /** Whether those who sign up with it have to confirm; they have to without it. */
    readonly doubleOptIn?: boolean | undefined;
  },
): Promise<Account> {
  const { doubleOptIn = true, email, isOperator, name = null, plan } = account;
  const [row] = await insertAccount(db, email, plan, isOperator, name, doubleOptIn);
  if (!row) throw invalid({ email: [`is already used by another account: ${account.email}.`] });
  return toAccount(row);
}

/** The account of an address, compared without regard to case. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await accountByEmail(db, email);
  return row && toAccount(row);
}

/** The account of a number, or undefined when there is none. */
export async function readAccount(db: Db, accountId: number): Promise<Account | undefined> {
  const [row] = await accountById(db, accountId);
  return row && toAccount(row);
}

/** The same, which nobody else changes until the transaction ends: decisions about one account come one after the other. */
export async function lockAccount(tx: Tx, accountId: number): Promise<Account | undefined> {
  const [row] = await lockAccountRow(tx, accountId);
  return row && toAccount(row);
}

/** Names an account and sets its time zone; a name of '' is its address again. */
export async function setSettings(
  tx: Tx,
  accountId: number,
  settings: { readonly name: string; readonly timezone: string },
): Promise<void> {
  await updateSettings(tx, accountId, settings.name === '' ? null : settings.name, settings.timezone);
}

/** The first thousand accounts, oldest first. */
export async function listAccounts(db: Db): Promise<Account[]> {
  return (await allAccounts(db, LISTED_ACCOUNTS)).map(toAccount);
}

/**
 * Stops sending for an account: every process refuses its sends with account_paused within a second, transactional mail
 * that was accepted goes out, and its mail to many waits.
 */
export async function pauseAccount(db: Db, accountId: number, reason: string): Promise<void> {
  await updatePaused(db, accountId, reason);
}

/**
 * Stops sending for an account because of its own outcomes, and has its owners told. Leaves alone the operator's own account
 * and one that is paused already, whose reason stays.
 */
export async function pauseAutomatically(tx: Tx, accountId: number, reason: string): Promise<void> {
  await updatePauseOnce(tx, accountId, reason);
}

/** Lifts a pause; outcomes until now no longer count towards an automatic one, and what waits goes on within seconds. */
export async function resumeAccount(db: Db, accountId: number): Promise<void> {
  await updateResumed(db, accountId);
}

/** Turns transactional mail on or off for an account. */
export async function setTransactional(db: Db, accountId: number, enabled: boolean): Promise<void> {
  await updateTransactional(db, accountId, enabled);
}

/** Keeps an account from the account API, within a second; it goes on sending unless it is paused as well. */
export async function restrictAccount(db: Db, accountId: number, reason: string): Promise<void> {
  await updateRestricted(db, accountId, reason);
}

/** Lifts a restriction. */
export async function liftRestriction(db: Db, accountId: number): Promise<void> {
  await updateUnrestricted(db, accountId);
}

/** Lets nobody into an account any more, within a second over all processes, or lets them in again. */
export async function setClosed(tx: Tx, accountId: number, isClosed: boolean): Promise<void> {
  await updateClosed(tx, accountId, isClosed);
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.account_id,
    email: row.email,
    name: row.name ?? row.email,
    timezone: row.timezone,
    plan: row.plan,
    isOperator: row.is_operator,
    transactionalEnabled: row.transactional_enabled,
    pausedAt: row.paused_at ?? undefined,
    pauseReason: row.pause_reason ?? undefined,
    restrictedAt: row.restricted_at ?? undefined,
    restrictedReason: row.restricted_reason ?? undefined,
    closedAt: row.closed_at ?? undefined,
    createdAt: row.created_at,
    pausedClasses: toClassPauses(row.paused_classes),
  };
}
