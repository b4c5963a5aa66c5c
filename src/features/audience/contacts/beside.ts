import type { Db } from '../../../base/db.ts';
import { contactsAfter, contactsBefore, membersAfter, membersBefore } from './beside-queries.ts';
import type { PresentedContact } from './contact-schema.ts';
import { presentContacts } from './present.ts';

/** A number that is greater than every ID. */
const NO_ID = Number.MAX_SAFE_INTEGER;

/**
 * Selects the page of a listing, sorted newest first, that follows the contact `after` or directly precedes the contact
 * `before`.
 */
interface Beside {
  readonly limit: number;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/**
 * Returns up to `limit` contacts of an account or of one of its lists, directly after or before a given contact, newest
 * first.
 */
export async function contactsBeside(
  db: Db,
  accountId: number,
  listId: number | undefined,
  { after = NO_ID, before, limit }: Beside,
): Promise<PresentedContact[]> {
  if (before !== undefined) {
    const found =
      listId === undefined
        ? await contactsAfter(db, accountId, before, limit)
        : await membersAfter(db, accountId, before, limit, listId);
    return presentContacts(db, accountId, found.map(({ id }) => id).toReversed());
  }
  const found =
    listId === undefined
      ? await contactsBefore(db, accountId, after, limit)
      : await membersBefore(db, accountId, after, limit, listId);
  return presentContacts(
    db,
    accountId,
    found.map(({ id }) => id),
  );
}
