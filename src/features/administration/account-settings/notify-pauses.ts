import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { MailClass } from '../../../mail/mail-class.ts';
import { readAccount, notifyPauses, type Account } from '../../tenants/accounts/index.ts';
import { ownerAddresses } from '../../tenants/people/index.ts';
import { pausedNotice, type SendNotice } from './notices.ts';

/** Maximum number of pauses per run. Also the maximum number of owners per account that are notified. */
const MAX_NOTIFIED = 50;

/**
 * Notifies owners, and the account's own address, when all sending or a class of email was paused automatically. Sends
 * one notice per pause. Skips deleted accounts and pauses that were lifted in the meantime.
 */
export async function notifyAutomaticPauses(parts: {
  readonly db: Database;
  readonly log: Log;
  readonly sendNotice: SendNotice;
}): Promise<void> {
  const { db, log, sendNotice } = parts;
  await notifyPauses(
    db,
    MAX_NOTIFIED,
    async (tx, { accountId, figure, mailClass }) => {
      const account = await readAccount(tx, accountId);
      if (!account || account.closedAt) return;
      if (!isPaused(account, mailClass)) return;
      const what = mailClass === 'transactional' ? 'pause' : mailClass;
      const paused = { account: account.name, what, figure } as const;
      for (const to of await toReport(tx, account)) {
        await sendNotice(tx, { accountId, to, write: (language) => pausedNotice(language, paused) });
      }
    },
    ({ accountId, mailClass }, error) =>
      log.error('Owners could not be notified of a pause', { account_id: accountId, mailClass, error }),
  );
}

function isPaused(account: Account, mailClass: MailClass): boolean {
  if (mailClass === 'transactional') return account.pausedAt !== undefined;
  return account.pausedClasses.some((pause) => pause.mailClass === mailClass);
}

/** Returns the email addresses of the owners and of the account, without duplicates. */
async function toReport(tx: Tx, account: Account): Promise<string[]> {
  const owners = await ownerAddresses(tx, account.id, MAX_NOTIFIED);
  const all = [...owners.map(({ email }) => email), account.email];
  return [...new Map(all.map((email) => [email.toLowerCase(), email])).values()];
}
