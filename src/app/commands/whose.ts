import type { Db } from '../../base/db.ts';
import { findAccount, type Account } from '../../features/tenants/accounts/index.ts';
import { operatorAccount } from '../queries.ts';
import { CommandFailure } from './parse.ts';

/** Returns the account with an email address. Throws CommandFailure if no account has it. */
export async function requireAccount(db: Db, email: string): Promise<Account> {
  const account = await findAccount(db, email);
  if (!account) throw new CommandFailure(`no account has the email address ${email}; see: postrider account list`);
  return account;
}

/**
 * Returns the account given with `--account EMAIL`, or else the operator's own account. Throws CommandFailure if the
 * account does not exist.
 */
export async function accountOf(db: Db, email: string | undefined): Promise<Account> {
  if (email) return requireAccount(db, email);
  const [operator] = await operatorAccount(db);
  if (!operator) throw new CommandFailure('this installation has not been started yet: run "postrider start" first');
  return requireAccount(db, operator.email);
}
