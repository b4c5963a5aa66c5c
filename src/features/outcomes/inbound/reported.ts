import type { Tx } from '../../../base/db.ts';
import type { NamedMail } from '../../../mail/arf.ts';
import { recipientsOfMail } from './queries.ts';
import type { Recipient } from './types.ts';

/** More accounts than one have a domain of the same name only while one of them moves it. */
const MAX_ACCOUNTS = 10;

/** Accounts that have, or had, a sender domain of that name. */
export type AccountsOfDomain = (tx: Tx, domain: string) => Promise<readonly number[]>;

/**
 * The recipient of the mail that a report names by its Message-ID, where no address of ours is left in it. Of several
 * recipients of one mail it is the one whose address the report tells; undefined when it tells none of them, or the mail is
 * not kept. The account that the report names is only where the mail is looked for first.
 */
export async function findReported(
  tx: Tx,
  accountsOf: AccountsOfDomain,
  { accountId, addresses, domain, messageId, recipientNo }: NamedMail,
): Promise<Recipient | undefined> {
  const accounts = new Set([...(accountId === undefined ? [] : [accountId]), ...(await accountsOf(tx, domain))]);
  for (const account of [...accounts].slice(0, MAX_ACCOUNTS)) {
    const found = await recipientsOfMail(tx, account, messageId, recipientNo ?? null);
    const [only, second] = found;
    const row = second ? found.find(({ recipient }) => addresses.includes(recipient.toLowerCase())) : only;
    if (row) return { accountId: account, messageId, recipientNo: row.recipient_no };
    if (only) return undefined;
  }
  return undefined;
}
