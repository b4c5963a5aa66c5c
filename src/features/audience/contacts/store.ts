import type { Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { ContactAddress } from '../contact-notes/index.ts';
import { addMembers } from './members.ts';
import {
  contactsOf,
  deleteContacts,
  lockAudienceRow,
  insertContacts,
  knownContacts,
  moveContacts,
  setFieldValues,
  updateContacts,
  type ContactColumns,
} from './store-queries.ts';

/**
 * Values of a contact to save. Absent values are left unchanged for an existing contact and empty for a new contact.
 */
export interface NewContact {
  readonly email: ContactAddress;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** BCP 47 tag in canonical form. An empty string deletes the language. */
  readonly language?: string | undefined;
  /** IANA time zone. An empty string deletes the time zone. */
  readonly timezone?: string | undefined;
  /** BCP 47 tag of the language to use if the contact's language is unknown. */
  readonly signUpLanguage?: string | undefined;
  /** Values of custom fields by field ID. Null deletes a value. */
  readonly fields?: Readonly<Record<number, string | null>> | undefined;
  readonly formId?: number | undefined;
  /**
   * Lists and tags to add the contact to. The caller must have checked that the lists and tags belong to the account.
   */
  readonly listIds?: readonly number[] | undefined;
  readonly tagIds?: readonly number[] | undefined;
  /**
   * Time at which the contact confirmed. For a new contact, undefined means now, and null means that the contact must
   * still confirm. For an existing contact, a time applies only if the contact is unconfirmed, and null applies only if
   * the contact was deleted and is now restored.
   */
  readonly confirmedAt?: Date | null | undefined;
  /** Existing times are kept, so that saving an unsubscribed contact does not resubscribe the contact. */
  readonly unsubscribedAt?: Date | undefined;
  readonly bouncedAt?: Date | undefined;
  readonly invalidAt?: Date | undefined;
  /** Creation time of a new contact. Default: the current time. */
  readonly createdAt?: Date | undefined;
}

export interface Saved {
  /** IDs in the order of the input. Repeated addresses have the same ID. */
  readonly ids: readonly number[];
  /** IDs of new and restored contacts. */
  readonly createdIds: readonly number[];
  readonly updated: number;
}

/**
 * Adds contacts, or updates existing contacts with the same addresses. Either all contacts are saved or none are. If an
 * address occurs twice, the later values apply. Locks the account's audience until the transaction ends. Throws
 * contact_limit_exceeded if the plan's contact limit would be exceeded. `importId` and `keyId` are stored with contacts
 * that are added by an import or by a request with an API key.
 */
export async function saveContacts(
  tx: Tx,
  accountId: number,
  given: readonly NewContact[],
  { importId = null, keyId = null }: { readonly importId?: string | null; readonly keyId?: number | null } = {},
): Promise<Saved> {
  if (given.length === 0) return { ids: [], createdIds: [], updated: 0 };
  const audience = await lockAudience(tx, accountId);
  const merged = mergeByAddress(given);
  const known = new Map((await knownContacts(tx, accountId, [...merged.keys()])).map((row) => [row.email, row]));
  const fresh = [...merged.values()].filter(({ email }) => !known.has(email));
  const returning = [...known.values()].filter((row) => row.is_deleted);
  requireCapacity(audience, fresh.length + returning.length);

  const idOf = new Map<string, number>([...known].map(([email, { id }]) => [email, id]));
  if (fresh.length > 0) {
    const emails = fresh.map(({ email }) => email);
    const made = await insertContacts(tx, accountId, emails, ...columnsOf(fresh), importId, keyId);
    for (const { email, id } of made) idOf.set(email, id);
  }
  // Lock contacts in the order of their IDs, as all other code does, to prevent deadlocks.
  const existing = [...known.values()].toSorted((a, b) => a.id - b.id);
  if (existing.length > 0) {
    const changes = existing.flatMap(({ email }) => merged.get(email as ContactAddress) ?? []);
    await updateContacts(
      tx,
      accountId,
      existing.map(({ id }) => id),
      ...columnsOf(changes),
      importId,
      keyId,
    );
  }
  const created = fresh.length + returning.length;
  if (created > 0) await moveContacts(tx, accountId, created);
  await addAll(tx, accountId, merged, idOf);

  const createdIds = [...fresh.map(({ email }) => idOf.get(email) ?? 0), ...returning.map(({ id }) => id)];
  return {
    ids: given.map(({ email }) => idOf.get(email) ?? 0),
    createdIds,
    updated: existing.length - returning.length,
  };
}

/**
 * Soft-deletes contacts of the account. Returns the IDs of the deleted contacts. Locks the account's audience until the
 * transaction ends.
 */
export async function removeContacts(tx: Tx, accountId: number, ids: readonly number[]): Promise<readonly number[]> {
  await lockAudience(tx, accountId);
  const gone = await deleteContacts(tx, accountId, ids);
  if (gone.length > 0) await moveContacts(tx, accountId, -gone.length);
  return gone.map(({ id }) => id);
}

/**
 * Sets values of custom fields for contacts. Null deletes a value. Locks the account's audience until the transaction
 * ends. The caller must have checked that the fields belong to the account.
 */
export async function setFields(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
  values: Readonly<Record<number, string | null>>,
): Promise<void> {
  await lockAudience(tx, accountId);
  await setFieldValues(tx, accountId, ids, JSON.stringify(values));
}

/** Returns the given addresses that belong to contacts of the account. Deleted contacts are excluded. */
export async function livingContacts(
  db: Db,
  accountId: number,
  emails: readonly ContactAddress[],
): Promise<ReadonlySet<string>> {
  const known = await knownContacts(db, accountId, emails);
  return new Set(known.filter((row) => !row.is_deleted).map(({ email }) => email));
}

/** Returns the number of an account's contacts, not counting deleted contacts. */
export async function countContacts(db: Db, accountId: number): Promise<number> {
  return (await contactsOf(db, accountId))[0]?.contacts ?? 0;
}

/**
 * Locks an account's audience until the transaction ends. Returns the number of contacts and the plan's contact limit,
 * which is undefined if the plan has none. Throws not_found if the account does not exist.
 */
export async function lockAudience(
  tx: Tx,
  accountId: number,
): Promise<{ readonly contacts: number; readonly limit: number | undefined }> {
  const [held] = await lockAudienceRow(tx, accountId);
  if (!held) throw new Refusal('not_found');
  return { contacts: held.contacts, limit: held.contact_limit ?? undefined };
}

function requireCapacity({ contacts, limit }: Awaited<ReturnType<typeof lockAudience>>, more: number): void {
  if (limit === undefined || more === 0 || contacts + more <= limit) return;
  throw new Refusal('contact_limit_exceeded', {
    message: `The plan’s contact limit is ${limit}. The account has ${contacts}, and this request would add ${more}.`,
  });
}

/** Merges contacts with the same address. Later values replace earlier values, and lists and tags are combined. */
function mergeByAddress(given: readonly NewContact[]): Map<ContactAddress, NewContact> {
  const merged = new Map<ContactAddress, NewContact>();
  for (const contact of given) {
    const before = merged.get(contact.email);
    merged.set(contact.email, before ? mergeTwo(before, contact) : contact);
  }
  return merged;
}

function mergeTwo(before: NewContact, after: NewContact): NewContact {
  const reported = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...reported,
    email: after.email,
    fields: { ...before.fields, ...after.fields },
    listIds: [...(before.listIds ?? []), ...(after.listIds ?? [])],
    tagIds: [...(before.tagIds ?? []), ...(after.tagIds ?? [])],
  };
}

function columnsOf(contacts: readonly NewContact[]): ContactColumns {
  return [
    contacts.map(({ firstName }) => keptName(firstName)),
    contacts.map(({ lastName }) => keptName(lastName)),
    contacts.map(({ ipAddress }) => ipAddress ?? null),
    contacts.map(({ fields }) => (fields ? JSON.stringify(fields) : null)),
    contacts.map(({ formId }) => formId ?? null),
    contacts.map(({ confirmedAt }) => confirmedAt ?? null),
    contacts.map(({ unsubscribedAt }) => unsubscribedAt ?? null),
    contacts.map(({ bouncedAt }) => bouncedAt ?? null),
    contacts.map(({ invalidAt }) => invalidAt ?? null),
    contacts.map(({ createdAt }) => createdAt ?? null),
    contacts.map(({ confirmedAt }) => confirmedAt === null),
    contacts.map(({ language }) => language ?? null),
    contacts.map(({ signUpLanguage }) => signUpLanguage ?? null),
    contacts.map(({ timezone }) => timezone ?? null),
  ];
}

/**
 * Normalizes a name to the composed form (NFC) with single spaces, so that a search finds the name whether it was given
 * in composed or decomposed form (NFD).
 */
function keptName(name: string | undefined): string | null {
  return name?.normalize('NFC').replaceAll(/\s+/g, ' ') ?? null;
}

async function addAll(
  tx: Tx,
  accountId: number,
  contacts: ReadonlyMap<string, NewContact>,
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  const pairsOf = (groupsOf: (contact: NewContact) => readonly number[] | undefined) =>
    [...contacts.values()].flatMap((contact) =>
      (groupsOf(contact) ?? []).map((groupId) => ({ groupId, contactId: idOf.get(contact.email) ?? 0 })),
    );
  await addMembers(
    tx,
    accountId,
    'list',
    pairsOf(({ listIds }) => listIds),
  );
  await addMembers(
    tx,
    accountId,
    'tag',
    pairsOf(({ tagIds }) => tagIds),
  );
}
