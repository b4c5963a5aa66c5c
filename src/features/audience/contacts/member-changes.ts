import type { Database } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ownTag, presentTagsOf, type PresentedTag } from '../contact-tags/index.ts';
import { requireOwnList } from '../lists/index.ts';
import { addMembers, removeMembers } from './members.ts';
import { contactById } from './one-queries.ts';
import { requireOwnContact } from './one.ts';
import type { PresentedContact } from './contact-schema.ts';
import { presentContacts } from './present.ts';
import { lockAudience } from './store.ts';

/**
 * Adds a contact to a list. Has no effect if the contact is already in the list. Throws forbidden or not_found for the
 * list, and validation_error on `contact_id` if the account has no such contact.
 */
export async function addToList(
  db: Database,
  accountId: number,
  listId: number,
  contactId: number,
): Promise<PresentedContact | undefined> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    await requireOwnList(tx, accountId, listId);
    const [known] = await contactById(tx, accountId, contactId);
    if (!known) throw invalid({ contact_id: ['must be the ID of one of your contacts.'] });
    await addMembers(tx, accountId, 'list', [{ groupId: listId, contactId }]);
    return (await presentContacts(tx, accountId, [contactId]))[0];
  });
}

/**
 * Removes a contact from a list. Has no effect if the contact is not in the list. Throws forbidden or not_found for the
 * list or the contact.
 */
export async function removeFromList(
  db: Database,
  accountId: number,
  listId: number,
  contactId: number,
): Promise<PresentedContact | undefined> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    await requireOwnList(tx, accountId, listId);
    await requireOwnContact(tx, accountId, contactId);
    await removeMembers(tx, accountId, 'list', [{ groupId: listId, contactId }]);
    return (await presentContacts(tx, accountId, [contactId]))[0];
  });
}

/**
 * Adds a tag to a contact or removes a tag from the contact, and returns the contact's tags. Throws forbidden or
 * not_found for the tag or the contact.
 */
export async function changeTagOf(
  db: Database,
  accountId: number,
  { contactId, tagId, isAdded }: { readonly contactId: number; readonly tagId: number; readonly isAdded: boolean },
): Promise<PresentedTag[]> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    await requireOwnContact(tx, accountId, contactId);
    await ownTag(tx, accountId, tagId);
    const change = isAdded ? addMembers : removeMembers;
    await change(tx, accountId, 'tag', [{ groupId: tagId, contactId }]);
    return presentTagsOf(tx, accountId, contactId);
  });
}
