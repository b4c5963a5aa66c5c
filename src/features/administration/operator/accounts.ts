import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { WrittenMail } from '../../../mail/languages/emails.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import { MAILING_CLASSES } from '../../../mail/mail-class.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  createAccount,
  liftRestriction,
  lockAccount,
  pauseAccount,
  pauseMailClass,
  readAccount,
  recordOperatorAct,
  restrictAccount,
  resumeAccount,
  resumeMailClass,
  setSettings,
  setTransactional,
  type Account,
} from '../../tenants/accounts/index.ts';
import { approveWhenLifted, stoppedNotice, type SendNotice } from '../account-settings/index.ts';
import { healthOf } from '../../outcomes/transactional-tags/index.ts';
import { requirePlan, setPlan } from '../../tenants/usage/index.ts';
import { findAccounts, listedAccount, type AccountPage } from './list-queries.ts';
import { presentAccount, type OperatedAccount } from './present.ts';
import type { AccountChange, NewAccount } from './schema.ts';

const HEALTH_DAYS = 30;

export interface AccountParts {
  readonly db: Database;
  readonly sendNotice: SendNotice;
  /** Whether new accounts require double opt-in. */
  readonly doubleOptIn: boolean;
  /** Sends the owner's invitation to the account's email address, in the transaction that creates the account. */
  readonly inviteOwner: (tx: Tx, account: Account) => Promise<void>;
}

/** Returns a page of accounts, newest first, with their results from the last 30 days. */
export async function pageOfAccounts(
  db: Db,
  page: AccountPage,
): Promise<{ data: OperatedAccount[]; per_page: number; has_more: boolean }> {
  const { hasMore, rows } = await findAccounts(db, page);
  const health = await healthOf(
    db,
    rows.map((row) => row.account_id),
    HEALTH_DAYS,
  );
  const data = rows.map((row) => presentAccount(row, health.get(row.account_id)));
  return { data, per_page: page.limit, has_more: hasMore };
}

/** Returns an account in the format of the list. Throws not_found if the account does not exist. */
export async function readOperated(db: Db, accountId: number): Promise<OperatedAccount> {
  const [row] = await listedAccount(db, accountId);
  if (!row) throw noAccount();
  const health = await healthOf(db, [accountId], HEALTH_DAYS);
  return presentAccount(row, health.get(accountId));
}

/**
 * Creates an account and invites its owner. Throws validation_error if the plan is unknown or the email address belongs
 * to another account.
 */
export async function makeAccount(
  { db, doubleOptIn, inviteOwner }: AccountParts,
  principal: Principal,
  wanted: NewAccount,
): Promise<OperatedAccount> {
  return db.transaction(async (tx) => {
    await requirePlan(tx, 'plan', wanted.plan);
    const account = await createAccount(tx, {
      email: wanted.email,
      plan: wanted.plan,
      isOperator: false,
      name: wanted.name || undefined,
      doubleOptIn,
    });
    await recordOperatorAct(tx, principal, account.id, { action: 'account.create', after: recorded(account) });
    await inviteOwner(tx, account);
    return readOperated(tx, account.id);
  });
}

/**
 * Changes the given properties of an account. Approves an open review if the account no longer has the blocks that the
 * review covers, and notifies the account of a new pause or restriction by email. Concurrent changes are serialized.
 * Throws not_found if the account does not exist, validation_error if the plan is unknown or a reason is missing, and
 * conflict if the operator's own account would be restricted.
 */
export async function operateAccount(
  { db, sendNotice }: AccountParts,
  principal: Principal,
  accountId: number,
  change: AccountChange,
): Promise<OperatedAccount> {
  return db.transaction(async (tx) => {
    const before = await lockAccount(tx, accountId);
    if (!before) throw noAccount();
    if (change.plan !== undefined) await requirePlan(tx, 'plan', change.plan);
    requireSense(before, change);
    await apply(tx, before, change);
    const after = await readAccount(tx, accountId);
    if (!after) throw new Error(`Account ${accountId} disappeared during the transaction`);
    if (JSON.stringify(recorded(after)) !== JSON.stringify(recorded(before))) {
      const act = { action: 'account.operate', before: recorded(before), after: recorded(after) };
      await recordOperatorAct(tx, principal, accountId, act);
      await report(tx, sendNotice, before, after);
      await approveWhenLifted(tx, sendNotice, principal, after);
    }
    return readOperated(tx, accountId);
  });
}

function requireSense(account: Account, change: AccountChange): void {
  if (change.restricted && account.isOperator) {
    throw new Refusal('conflict', {
      message: 'The operator’s own account cannot be restricted, because only the operator can lift a restriction.',
      fix: 'To stop sending from the account, pause the account instead.',
    });
  }
  const errors: Record<string, string[]> = {};
  if (change.paused && !change.pauseReason && !account.pausedAt) {
    errors['pause_reason'] = ['is required, because the account’s members can see it.'];
  }
  if (change.restricted && !change.restrictedReason && !account.restrictedAt) {
    errors['restricted_reason'] = ['is required, because the account’s members can see it.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function apply(tx: Tx, account: Account, change: AccountChange): Promise<void> {
  if (change.name !== undefined) await setSettings(tx, account.id, { name: change.name, timezone: account.timezone });
  if (change.plan !== undefined) await setPlan(tx, account.id, change.plan);
  if (change.transactionalEnabled !== undefined) await setTransactional(tx, account.id, change.transactionalEnabled);
  await applyPause(tx, account, change);
  await applyRestriction(tx, account, change);
  for (const mailClass of MAILING_CLASSES) {
    const reason = change.classPauses?.[mailClass];
    if (reason === null) await resumeMailClass(tx, account.id, mailClass);
    else if (reason !== undefined) await pauseMailClass(tx, account.id, mailClass, reason);
  }
}

async function applyPause(tx: Tx, account: Account, { paused, pauseReason }: AccountChange): Promise<void> {
  if (paused === false && account.pausedAt) await resumeAccount(tx, account.id);
  // A pause with the same reason is kept, because another pause would reset its start.
  if (paused && pauseReason !== undefined && pauseReason !== account.pauseReason) {
    await pauseAccount(tx, account.id, pauseReason);
  }
}

async function applyRestriction(
  tx: Tx,
  account: Account,
  { restricted, restrictedReason }: AccountChange,
): Promise<void> {
  if (restricted === false && account.restrictedAt) await liftRestriction(tx, account.id);
  if (restricted && restrictedReason !== undefined) await restrictAccount(tx, account.id, restrictedReason);
}

/** Notifies the account of a new pause or restriction. */
async function report(tx: Tx, sendNotice: SendNotice, before: Account, after: Account): Promise<void> {
  const notify = async (what: Parameters<typeof stoppedNotice>[1]['what'], reason: string): Promise<void> => {
    const stopped = { account: after.name, what, reason };
    const write = (language: Language): WrittenMail => stoppedNotice(language, stopped);
    await sendNotice(tx, { accountId: after.id, to: after.email, write });
  };
  if (after.pausedAt && !before.pausedAt) await notify('pause', after.pauseReason ?? '');
  const wasPaused = new Set(before.pausedClasses.map(({ mailClass }) => mailClass));
  for (const { mailClass, reason } of after.pausedClasses.filter((one) => !wasPaused.has(one.mailClass))) {
    await notify(mailClass, reason);
  }
  if (after.restrictedAt && !before.restrictedAt) await notify('restriction', after.restrictedReason ?? '');
}

/** Returns an account's properties as recorded in the audit log. */
function recorded(account: Account) {
  return {
    name: account.name,
    email: account.email,
    plan: account.plan,
    transactional_enabled: account.transactionalEnabled,
    pause_reason: account.pausedAt ? (account.pauseReason ?? '') : null,
    restricted_reason: account.restrictedAt ? (account.restrictedReason ?? '') : null,
    class_pauses: Object.fromEntries(account.pausedClasses.map(({ mailClass, reason }) => [mailClass, reason])),
  };
}

function noAccount(): Refusal {
  return new Refusal('not_found', { message: 'No account has this ID.' });
}
