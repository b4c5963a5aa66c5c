import {
  createAccount,
  listAccounts,
  pauseAccount,
  resumeAccount,
  setTransactional,
} from '../../features/accounts/index.ts';
import { isFault, parseAddress } from '../../mail/address.ts';
import type { Installation } from '../installation.ts';
import { print, printTable, shownTime } from './output.ts';
import { parseArguments, UsageError, word } from './parse.ts';
import { requireAccount } from './whose.ts';

const PLANS = ['free', 'paid', 'unlimited'] as const;

export const accountUsage = `postrider account list
postrider account add EMAIL [--plan free|paid|unlimited]
postrider account pause EMAIL --reason TEXT
postrider account resume EMAIL
postrider account enable-transactional EMAIL
postrider account disable-transactional EMAIL`;

/** `postrider account ...`: tenants of this installation. */
export async function accountCommand({ db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['plan', 'reason']);
  const email = (): string => word(parsed, 1, 'EMAIL');
  switch (parsed.words[0]) {
    case 'list': {
      const accounts = await listAccounts(db);
      printTable(
        ['ID', 'EMAIL', 'PLAN', 'TRANSACTIONAL', 'PAUSED', 'CREATED'],
        accounts.map((account) => [
          String(account.id),
          account.email + (account.isOperator ? ' (operator)' : ''),
          account.plan,
          account.transactionalEnabled ? 'on' : 'off',
          shownTime(account.pausedAt),
          shownTime(account.createdAt),
        ]),
      );
      return;
    }
    case 'add': {
      const plan = PLANS.find((name) => name === (parsed.option('plan') ?? 'free'));
      if (!plan) throw new UsageError(`--plan must be one of ${PLANS.join(', ')}`);
      const address = parseAddress(email());
      if (isFault(address)) throw new UsageError(`EMAIL ${address.fault}`);
      const account = await createAccount(db, { email: address, plan, isOperator: false });
      print(`Account ${account.id} for ${account.email} on plan ${account.plan}.`);
      return;
    }
    case 'pause':
      await pauseAccount(db, (await requireAccount(db, email())).id, parsed.required('reason'));
      return print(`Sending of ${email()} is paused.`);
    case 'resume':
      await resumeAccount(db, (await requireAccount(db, email())).id);
      return print(`Sending of ${email()} goes on.`);
    case 'enable-transactional':
    case 'disable-transactional': {
      const enabled = parsed.words[0] === 'enable-transactional';
      await setTransactional(db, (await requireAccount(db, email())).id, enabled);
      return print(`Transactional mail of ${email()} is ${enabled ? 'on' : 'off'}.`);
    }
    default:
      throw new UsageError('list, add, pause, resume, enable-transactional or disable-transactional is expected');
  }
}
