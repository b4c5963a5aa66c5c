import type { FindUnwanted } from '../../sending/mailings/index.ts';
import { unwantedContacts } from './queries.ts';

/** As contact_stat has them. */
const UNCONFIRMED = 1;
const UNSUBSCRIBED = 2;
const ALL = 15;

/**
 * Of contacts whose mail is about to be made those who are not to get it any more: unsubscribed, bounced, invalid, unconfirmed,
 * deleted or erased since the mailing was made. A mail that asks to confirm goes to the unconfirmed, and to those who had
 * unsubscribed and sign up again.
 */
export const unwantedOf: FindUnwanted = async (db, accountId, mailClass, refs) => {
  const flags = mailClass === 'confirmation' ? ALL - UNCONFIRMED - UNSUBSCRIBED : ALL;
  return new Set((await unwantedContacts(db, accountId, refs, flags)).map(({ id }) => id));
};
