import type { Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { toClassPauses, type ClassPause, type PauseCause } from './class-pauses.ts';
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

/** A tenant of the installation. */
export interface Account {
  readonly id: number;
  readonly email: string;
  /** The account's name, or its email address if it has no name. */
  readonly name: string;
  /** Time zone for times in the dashboard (IANA name). */
  readonly timezone: string;
  readonly plan: string;
  readonly isOperator: boolean;
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: string | undefined;
  readonly restrictedAt: Date | undefined;
  readonly restrictedReason: string | undefined;
  /** Time at which the account was closed because it was deleted. No one can sign in to a closed account. */
  readonly closedAt: Date | undefined;
  readonly createdAt: Date;
  /** Classes of bulk email that are paused individually. */
  readonly pausedClasses: readonly ClassPause[];
}

/** Creates an account on an existing plan. Throws validation_error if another account uses the email address. */
export async function createAccount(
  db: Db,
  account: {
    readonly email: string;
    readonly plan: string;
    readonly isOperator: boolean;
    readonly name?: string | undefined;
    /** Whether new subscribers must confirm their email address. Default: true. */
    readonly doubleOptIn?: boolean | undefined;
  },
): Promise<Account> {
  const { doubleOptIn = true, email, isOperator, name = null, plan } = account;
  const [row] = await insertAccount(db, email, plan, isOperator, name, doubleOptIn);
  if (!row) throw invalid({ email: [`is already used by another account: ${account.email}.`] });
  return toAccount(row);
}

/** Finds an account by its email address, case-insensitively. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [row] = await accountByEmail(db, email);
  return row && toAccount(row);
}

/** Returns an account by its ID, or undefined. */
export async function readAccount(db: Db, accountId: number): Promise<Account | undefined> {
  const [row] = await accountById(db, accountId);
  return row && toAccount(row);
}

/** Returns an account and locks its row until the transaction ends, so that changes to the account cannot overlap. */
export async function lockAccount(tx: Tx, accountId: number): Promise<Account | undefined> {
  const [row] = await lockAccountRow(tx, accountId);
  return row && toAccount(row);
}

/** Sets the name and the time zone of an account. If the name is empty, the email address is used as the name. */
export async function setSettings(
  tx: Tx,
  accountId: number,
  settings: { readonly name: string; readonly timezone: string },
): Promise<void> {
  await updateSettings(tx, accountId, settings.name === '' ? null : settings.name, settings.timezone);
}

/** Returns the first 1,000 accounts, oldest first. */
export async function listAccounts(db: Db): Promise<Account[]> {
  return (await allAccounts(db, LISTED_ACCOUNTS)).map(toAccount);
}

/**
 * Pauses sending for an account. Within one second, all processes reject its new messages with account_paused.
 * Transactional email that was already accepted is still sent, and bulk email waits.
 */
export async function pauseAccount(db: Db, accountId: number, reason: string): Promise<void> {
  await updatePaused(db, accountId, reason);
}

/**
 * Pauses sending for an account because of too many bounces or complaints, and queues a notice to the owners. Does
 * nothing if the account is already paused, or if it is the operator's account.
 */
export async function pauseAutomatically(tx: Tx, accountId: number, { figure, reason }: PauseCause): Promise<void> {
  await updatePauseOnce(tx, accountId, reason, JSON.stringify(figure));
}

/**
 * Ends the pause of an account. Waiting email resumes within seconds, and earlier results no longer count toward an
 * automatic pause.
 */
export async function resumeAccount(db: Db, accountId: number): Promise<void> {
  await updateResumed(db, accountId);
}

/** Turns transactional email on or off for an account. */
export async function setTransactional(db: Db, accountId: number, enabled: boolean): Promise<void> {
  await updateTransactional(db, accountId, enabled);
}

/**
 * Blocks an account's access to the account API. Takes effect within one second. The account can still send unless it
 * is also paused.
 */
export async function restrictAccount(db: Db, accountId: number, reason: string): Promise<void> {
  await updateRestricted(db, accountId, reason);
}

export async function liftRestriction(db: Db, accountId: number): Promise<void> {
  await updateUnrestricted(db, accountId);
}

/** Closes or reopens an account. Within one second, all processes reject the callers of a closed account. */
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
