import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { MailClass } from '../../../mail/mail-class.ts';
import { readAccount, tellPauses, type Account } from '../../tenants/accounts/index.ts';
import { ownerAddresses } from '../../tenants/people/index.ts';
import { pausedNotice, type SendNotice } from './notices.ts';

/** Pauses that are told in one run, and owners of an account who are told. */
const MAX_TOLD = 50;

/**
 * Tells the owners of accounts, and their own addresses, that all sending or a class of mail was paused by itself: once a
 * pause. One that was lifted meanwhile, and an account that is deleted, are passed over.
 */
export async function tellAutomaticPauses(parts: {
  readonly db: Database;
  readonly log: Log;
  readonly sendNotice: SendNotice;
}): Promise<void> {
  const { db, log, sendNotice } = parts;
  await tellPauses(
    db,
    MAX_TOLD,
    async (tx, { accountId, mailClass }) => {
      const account = await readAccount(tx, accountId);
      if (!account || account.closedAt) return;
      const reason = reasonOf(account, mailClass);
      if (reason === undefined) return;
      const what = mailClass === 'transactional' ? 'pause' : mailClass;
      const notice = pausedNotice({ account: account.name, what, reason });
      for (const to of await toTell(tx, account)) await sendNotice(tx, { accountId, to, ...notice });
    },
    ({ accountId, mailClass }, error) =>
      log.error('Owners could not be notified of a pause', { account_id: accountId, mailClass, error }),
  );
}

/** Why it is paused; undefined when it is not, any more. */
function reasonOf(account: Account, mailClass: MailClass): string | undefined {
  if (mailClass === 'transactional') return account.pausedAt && (account.pauseReason ?? '');
  return account.pausedClasses.find((pause) => pause.mailClass === mailClass)?.reason;
}

/** The owners of an account and its own address, each once. */
async function toTell(tx: Tx, account: Account): Promise<string[]> {
  const owners = await ownerAddresses(tx, account.id, MAX_TOLD);
  const all = [...owners.map(({ email }) => email), account.email];
  return [...new Map(all.map((email) => [email.toLowerCase(), email])).values()];
}
