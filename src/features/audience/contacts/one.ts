import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { unknownIds } from '../../../http/account/ids.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { accountFields, fieldValues, type FieldInput } from '../contact-fields/index.ts';
import { ownedLists } from '../lists/index.ts';
import type { ContactAddress } from '../contact-notes/index.ts';
import { recordConsent, type ConsentSource, type ConsentInput } from './consent.ts';
import { ERASED_FAULT, type ErasedPeople } from './erased.ts';
import { addMembers, removeMembers } from './members.ts';
import { contactById, listsOfContact, setTracked, unsubscribeAddress } from './one-queries.ts';
import { contactAnywhere } from './present-queries.ts';
import type { PresentedContact } from './contact-schema.ts';
import { presentContacts } from './present.ts';
import { removeContacts, saveContacts, lockAudience } from './store.ts';

/** Lists, field values and other settings of a contact, before the lists and fields are looked up in the account. */
interface ContactRelations {
  /** Whether opens and clicks are tracked. */
  readonly isTracked?: boolean | undefined;
  /** BCP 47 tag in canonical form. An empty string deletes the language. */
  readonly language?: string | undefined;
  /** IANA time zone. An empty string deletes the time zone. */
  readonly timezone?: string | undefined;
  readonly listIds?: readonly number[] | undefined;
  readonly fields?: readonly { readonly name: string; readonly value: FieldInput }[] | undefined;
}

/** A contact to save. */
export interface ContactInput extends ContactRelations {
  readonly email: ContactAddress;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly consent?: ConsentInput | undefined;
}

/** Context in which contacts are saved. */
export interface Saving {
  readonly erasedPeople: ErasedPeople;
  readonly source: ConsentSource;
  /** The user who saves the contact in the dashboard. Undefined for all other sources. */
  readonly recordedBy: string | undefined;
  /** The API key or token that adds the contacts. */
  readonly keyId?: number | undefined;
  /** Opt-in requirements for new contacts. Undefined if new contacts do not need to confirm. */
  readonly optIn?: OptIn | undefined;
}

/** The account's opt-in requirements for contacts that are added one at a time. */
export interface OptIn {
  /** Whether contacts must confirm before they receive any other email. */
  readonly isDouble: boolean;
  /**
   * Sends the confirmation email to contacts that were saved unconfirmed. Must be called in the transaction that holds
   * the audience lock.
   */
  readonly request: (tx: Tx, contactIds: readonly number[]) => Promise<void>;
}

/** Changes to a contact. Absent properties stay unchanged. */
export interface ContactChange extends ContactRelations {
  /** The contact's current address. The address cannot be changed. */
  readonly email?: ContactAddress | undefined;
  /** First name. An empty first or last name deletes the current one. */
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/**
 * Adds a contact, or updates the contact with this address. For an existing contact, only the given properties change,
 * and the given lists are added to the current lists. Throws validation_error for lists and fields that the account
 * does not have, and contact_limit_exceeded if the plan's contact limit is reached. An erased person is added only with
 * a consent, which proves a new subscription. With double opt-in, a new or unconfirmed contact is saved unconfirmed and
 * receives a confirmation email.
 */
export async function saveContact(
  db: Database,
  accountId: number,
  given: ContactInput,
  saving: Saving,
): Promise<PresentedContact> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    await welcome(tx, accountId, given, saving);
    const fields = await checkBelongings(tx, accountId, given);
    const { email, firstName, ipAddress, language, lastName, listIds, timezone } = given;
    const confirmedAt = saving.optIn?.isDouble ? null : undefined;
    const { ids } = await saveContacts(
      tx,
      accountId,
      [{ email, firstName, lastName, ipAddress, language, timezone, listIds, fields, confirmedAt }],
      { keyId: saving.keyId ?? null },
    );
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
  { consent, email }: ContactInput,
  { erasedPeople }: Saving,
): Promise<void> {
  if (consent) await erasedPeople.welcomeBack(tx, accountId, email);
  else if ((await erasedPeople.among(tx, accountId, [email])).has(email)) throw invalid({ email: [ERASED_FAULT] });
}

/** Records the consents that were submitted with the saved contacts. */
export async function keepConsents(
  tx: Tx,
  accountId: number,
  saved: readonly { readonly contactId: number; readonly consent: ConsentInput | undefined }[],
  { recordedBy, source }: Saving,
): Promise<void> {
  await recordConsent(
    tx,
    accountId,
    saved.flatMap(({ consent, contactId }) => (consent ? [{ ...consent, contactId, source, recordedBy }] : [])),
  );
}

/**
 * Returns a contact of the account. Throws forbidden if the contact belongs to another account, and not_found if it
 * does not exist.
 */
export async function ownContact(db: Db, accountId: number, id: number): Promise<PresentedContact> {
  const [found] = await presentContacts(db, accountId, [id]);
  return ownObject(found, async () => contactAnywhere(db, id));
}

/**
 * Returns the address of one of the account's contacts. Throws forbidden if the contact belongs to another account, and
 * not_found if it does not exist.
 */
export async function requireOwnContact(db: Db, accountId: number, id: number): Promise<ContactAddress> {
  const [found] = await contactById(db, accountId, id);
  return (await ownObject(found, async () => contactAnywhere(db, id))).email;
}

/**
 * Changes a contact. The given lists replace the current lists. Throws forbidden or not_found like `requireOwnContact`.
 * Throws validation_error for lists and fields that the account does not have, and for a different address.
 */
export async function changeContact(
  db: Database,
  accountId: number,
  id: number,
  change: ContactChange,
): Promise<PresentedContact> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    const email = await requireOwnContact(tx, accountId, id);
    if (change.email !== undefined && change.email !== email) {
      throw invalid({ email: ['cannot be changed. Add another contact with the new address instead.'] });
    }
    const fields = await checkBelongings(tx, accountId, change);
    const { firstName, language, lastName, timezone } = change;
    await saveContacts(tx, accountId, [{ email, firstName, lastName, language, timezone, fields }]);
    await keepTracked(tx, accountId, id, change);
    if (change.listIds) await replaceLists(tx, accountId, id, change.listIds);
    return presentOne(tx, accountId, id);
  });
}

export async function deleteContact(db: Database, accountId: number, id: number): Promise<void> {
  const [gone] = await db.transaction(async (tx) => removeContacts(tx, accountId, [id]));
  await ownObject(gone, async () => contactAnywhere(db, id));
}

/**
 * Unsubscribes the contact with the given address from everything. If the contact is already unsubscribed, keeps the
 * earlier time. Throws validation_error on `email` if there is no such contact.
 */
export async function unsubscribeContact(
  db: Database,
  accountId: number,
  email: ContactAddress,
): Promise<PresentedContact> {
  return db.transaction(async (tx) => {
    await lockAudience(tx, accountId);
    const [found] = await unsubscribeAddress(tx, accountId, email);
    if (!found) throw invalid({ email: ['must be the email address of one of your contacts.'] });
    return presentOne(tx, accountId, found.id);
  });
}

/**
 * Returns the field values by field ID. Throws validation_error for all lists and fields that the account does not
 * have. Locks the audience until the transaction ends. If a field is deleted in the meantime, the job that removes its
 * values waits for this lock.
 */
async function checkBelongings(
  tx: Tx,
  accountId: number,
  { fields, listIds }: ContactRelations,
): Promise<Record<number, string | null> | undefined> {
  if (!fields && !listIds) return undefined;
  await lockAudience(tx, accountId);
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
  { isTracked }: ContactRelations,
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
