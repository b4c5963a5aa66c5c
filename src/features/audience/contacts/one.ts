import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { accountFields, fieldValues, type GivenValue } from '../contact-fields/index.ts';
import { ownedLists } from '../lists/index.ts';
import type { ContactAddress } from '../contact-notes/index.ts';
import { recordConsent, type ConsentSource, type GivenConsent } from './consent.ts';
import { ERASED_FAULT, type ErasedPeople } from './erased.ts';
import { addMembers, removeMembers } from './members.ts';
import { contactById, listsOfContact, setTracked, unsubscribeAddress } from './one-queries.ts';
import { contactAnywhere } from './present-queries.ts';
import type { PresentedContact } from './contact-schema.ts';
import { presentContacts } from './present.ts';
import { removeContacts, saveContacts, takeAudience } from './store.ts';

/** Lists, values of fields and what is kept, as they came. */
interface GivenBelongings {
  /** Whether opens and clicks are kept. */
  readonly isTracked?: boolean | undefined;
  readonly listIds?: readonly number[] | undefined;
  readonly fields?: readonly { readonly name: string; readonly value: GivenValue }[] | undefined;
}

/** A contact that came to be saved. */
export interface GivenContact extends GivenBelongings {
  readonly email: ContactAddress;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly consent?: GivenConsent | undefined;
}

/** Who saves contacts, and what is known of whom not to. */
export interface Saving {
  readonly erasedPeople: ErasedPeople;
  readonly source: ConsentSource;
  /** The person, where one does it by hand. */
  readonly recordedBy: string | undefined;
  /** What new ones have to do; absent: nothing, somebody vouches for them. */
  readonly optIn?: OptIn | undefined;
}

/** What an account has those do who are added one at a time. */
export interface OptIn {
  /** Whether they confirm before anything else is sent to them. */
  readonly isDouble: boolean;
  /** Asks contacts that were saved unconfirmed, in that transaction, which holds the audience. */
  readonly request: (tx: Tx, contactIds: readonly number[]) => Promise<void>;
}

/** What came to change a contact; what is absent stays. */
export interface ContactChange extends GivenBelongings {
  /** That of the contact: it cannot be changed. */
  readonly email?: ContactAddress | undefined;
  /** Empty takes it away, like the last name. */
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/**
 * Adds a contact, or changes the one that has the address: what is given of it, and the lists beside those that it is in.
 * Throws validation_error for lists and fields that the account does not have, contact_limit_exceeded when the plan has no
 * room. Somebody who was erased is taken in again only with what they agreed to: they subscribe anew. With double opt-in a new
 * one is saved unconfirmed, and asked to confirm; so is one that has yet to do it.
 */
export async function saveContact(
  db: Database,
  accountId: number,
  given: GivenContact,
  saving: Saving,
): Promise<PresentedContact> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, accountId);
    await welcome(tx, accountId, given, saving);
    const fields = await checkBelongings(tx, accountId, given);
    const { email, firstName, ipAddress, lastName, listIds } = given;
    const confirmedAt = saving.optIn?.isDouble ? null : undefined;
    const { ids } = await saveContacts(tx, accountId, [
      { email, firstName, lastName, ipAddress, listIds, fields, confirmedAt },
    ]);
    const [contactId = 0] = ids;
    await keepTracked(tx, accountId, contactId, given);
    await keepConsents(tx, accountId, [{ contactId, consent: given.consent }], saving);
    await saving.optIn?.request(tx, ids);
    return presentOne(tx, accountId, contactId);
  });
}

async function welcome(
  tx: Tx,
  accountId: number,
  { consent, email }: GivenContact,
  { erasedPeople }: Saving,
): Promise<void> {
  if (consent) await erasedPeople.welcomeBack(tx, accountId, email);
  else if ((await erasedPeople.among(tx, accountId, [email])).has(email)) throw invalid({ email: [ERASED_FAULT] });
}

/** Keeps what was said of consents with contacts that were saved. */
export async function keepConsents(
  tx: Tx,
  accountId: number,
  saved: readonly { readonly contactId: number; readonly consent: GivenConsent | undefined }[],
  { recordedBy, source }: Saving,
): Promise<void> {
  await recordConsent(
    tx,
    accountId,
    saved.flatMap(({ consent, contactId }) => (consent ? [{ ...consent, contactId, source, recordedBy }] : [])),
  );
}

/** A contact of the account. Throws forbidden or not_found. */
export async function ownContact(db: Db, accountId: number, id: number): Promise<PresentedContact> {
  const [found] = await presentContacts(db, accountId, [id]);
  return ownObject(found, async () => contactAnywhere(db, id));
}

/** Its address. Throws forbidden or not_found. */
export async function requireOwnContact(db: Db, accountId: number, id: number): Promise<ContactAddress> {
  const [found] = await contactById(db, accountId, id);
  return (await ownObject(found, async () => contactAnywhere(db, id))).email;
}

/** Changes a contact; lists that are given are all that it is in afterwards. Throws as `saveContact` does, and as `ownContact`. */
export async function changeContact(
  db: Database,
  accountId: number,
  id: number,
  change: ContactChange,
): Promise<PresentedContact> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, accountId);
    const email = await requireOwnContact(tx, accountId, id);
    if (change.email !== undefined && change.email !== email) {
      throw invalid({ email: ['cannot be changed. Add another contact with the new address instead.'] });
    }
    const fields = await checkBelongings(tx, accountId, change);
    await saveContacts(tx, accountId, [{ email, firstName: change.firstName, lastName: change.lastName, fields }]);
    await keepTracked(tx, accountId, id, change);
    if (change.listIds) await replaceLists(tx, accountId, id, change.listIds);
    return presentOne(tx, accountId, id);
  });
}

/** Deletes a contact softly. Throws forbidden or not_found. */
export async function deleteContact(db: Database, accountId: number, id: number): Promise<void> {
  const [gone] = await db.transaction(async (tx) => removeContacts(tx, accountId, [id]));
  await ownObject(gone, async () => contactAnywhere(db, id));
}

/**
 * Unsubscribes the contact with the address from everything; one that is unsubscribed stays so since when it was. Throws
 * validation_error on `email` when there is none.
 */
export async function unsubscribeContact(
  db: Database,
  accountId: number,
  email: ContactAddress,
): Promise<PresentedContact> {
  return db.transaction(async (tx) => {
    await takeAudience(tx, accountId);
    const [found] = await unsubscribeAddress(tx, accountId, email);
    if (!found) throw invalid({ email: ['must be the email address of one of your contacts.'] });
    return presentOne(tx, accountId, found.id);
  });
}

/**
 * What is not the account's among lists and fields is refused, all together; resolves with the values of fields by id. Fields
 * that are deleted at the same moment are seen: the audience is locked until the contact is written.
 */
async function checkBelongings(
  tx: Tx,
  accountId: number,
  { fields, listIds }: GivenBelongings,
): Promise<Record<number, string | null> | undefined> {
  if (!fields && !listIds) return undefined;
  await takeAudience(tx, accountId);
  const faults = createFieldFaults();
  const unknown = listIds && unknownIds(listIds, await ownedLists(tx, accountId, listIds));
  if (unknown) faults.add('lists', unknown);
  const values =
    fields && fieldValues(await accountFields(tx, accountId), fields, (field, sentence) => faults.add(field, sentence));
  const errors = faults.errors();
  if (errors) throw invalid(errors);
  return values;
}

async function keepTracked(
  tx: Tx,
  accountId: number,
  contactId: number,
  { isTracked }: GivenBelongings,
): Promise<void> {
  if (isTracked !== undefined) await setTracked(tx, accountId, contactId, isTracked);
}

async function replaceLists(tx: Tx, accountId: number, contactId: number, listIds: readonly number[]): Promise<void> {
  const before = (await listsOfContact(tx, accountId, contactId)).map(({ id }) => id);
  const membersOf = (ids: readonly number[]) => ids.map((groupId) => ({ groupId, contactId }));
  await removeMembers(tx, accountId, 'list', membersOf(before.filter((id) => !listIds.includes(id))));
  await addMembers(tx, accountId, 'list', membersOf(listIds.filter((id) => !before.includes(id))));
}

async function presentOne(tx: Tx, accountId: number, id: number): Promise<PresentedContact> {
  const [contact] = await presentContacts(tx, accountId, [id]);
  if (!contact) throw new Error('Contact missing after save');
  return contact;
}
