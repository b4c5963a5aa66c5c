import type { Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { ContactAddress } from '../contact-notes/index.ts';
import { addMembers } from './members.ts';
import {
  contactsOf,
  deleteContacts,
  holdAudience,
  insertContacts,
  knownContacts,
  moveContacts,
  updateContacts,
  type ContactColumns,
} from './store-queries.ts';

/** What is known of a contact; what is absent stays as it is, or is empty for a new one. */
export interface NewContact {
  readonly email: ContactAddress;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** Values of the account's fields by the field's id; null takes one away. */
  readonly fields?: Readonly<Record<number, string | null>> | undefined;
  readonly formId?: number | undefined;
  /** Lists and tags that it is added to: of the account, which the caller has made sure of. */
  readonly listIds?: readonly number[] | undefined;
  readonly tagIds?: readonly number[] | undefined;
  /** Absent: as of now. Null: it has yet to confirm. One that has confirmed stays so, but for one that was deleted and is back. */
  readonly confirmedAt?: Date | null | undefined;
  /** Times that are known already stay: nobody is subscribed again by being saved. */
  readonly unsubscribedAt?: Date | undefined;
  readonly bouncedAt?: Date | undefined;
  readonly invalidAt?: Date | undefined;
  /** Of a new one; absent: now. */
  readonly createdAt?: Date | undefined;
}

/** What became of contacts that were saved. */
export interface Saved {
  /** By the place at which they were given; the same address twice is one contact. */
  readonly ids: readonly number[];
  /** New ones, and those that were deleted and are back. */
  readonly createdIds: readonly number[];
  readonly updated: number;
}

/**
 * Adds contacts or changes those that have the address, all or none. Of an address that is given twice, what comes later
 * counts. Locks the account's audience until the transaction ends. Throws contact_limit_exceeded when the plan does not
 * allow so many. `importId`: the import that they come by, which is kept with those that it adds.
 */
export async function saveContacts(
  tx: Tx,
  accountId: number,
  given: readonly NewContact[],
  { importId = null }: { readonly importId?: string | null } = {},
): Promise<Saved> {
  if (given.length === 0) return { ids: [], createdIds: [], updated: 0 };
  const audience = await takeAudience(tx, accountId);
  const merged = mergeByAddress(given);
  const known = new Map((await knownContacts(tx, accountId, [...merged.keys()])).map((row) => [row.email, row]));
  const fresh = [...merged.values()].filter(({ email }) => !known.has(email));
  const returning = [...known.values()].filter((row) => row.is_deleted);
  requireRoom(audience, fresh.length + returning.length);

  const idOf = new Map<string, number>([...known].map(([email, { id }]) => [email, id]));
  if (fresh.length > 0) {
    const emails = fresh.map(({ email }) => email);
    const made = await insertContacts(tx, accountId, emails, ...columnsOf(fresh), importId);
    for (const { email, id } of made) idOf.set(email, id);
  }
  // By id, as everybody locks them.
  const existing = [...known.values()].toSorted((a, b) => a.id - b.id);
  if (existing.length > 0) {
    const changes = existing.flatMap(({ email }) => merged.get(email as ContactAddress) ?? []);
    await updateContacts(
      tx,
      accountId,
      existing.map(({ id }) => id),
      ...columnsOf(changes),
      importId,
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
 * Deletes contacts of the account softly; resolves with the ids of those that there were. Locks the account's audience until
 * the transaction ends.
 */
export async function removeContacts(tx: Tx, accountId: number, ids: readonly number[]): Promise<readonly number[]> {
  await takeAudience(tx, accountId);
  const gone = await deleteContacts(tx, accountId, ids);
  if (gone.length > 0) await moveContacts(tx, accountId, -gone.length);
  return gone.map(({ id }) => id);
}

/** Those of the addresses that are contacts of the account, deleted ones left out. */
export async function livingContacts(
  db: Db,
  accountId: number,
  emails: readonly ContactAddress[],
): Promise<ReadonlySet<string>> {
  const known = await knownContacts(db, accountId, emails);
  return new Set(known.filter((row) => !row.is_deleted).map(({ email }) => email));
}

/** How many contacts an account has, deleted ones left out. */
export async function countContacts(db: Db, accountId: number): Promise<number> {
  return (await contactsOf(db, accountId))[0]?.contacts ?? 0;
}

/** An account's audience, locked until the transaction ends: how many contacts, and how many there may be. */
export async function takeAudience(
  tx: Tx,
  accountId: number,
): Promise<{ readonly contacts: number; readonly limit: number | undefined }> {
  const [held] = await holdAudience(tx, accountId);
  if (!held) throw new Refusal('not_found');
  return { contacts: held.contacts, limit: held.contact_limit ?? undefined };
}

function requireRoom({ contacts, limit }: Awaited<ReturnType<typeof takeAudience>>, more: number): void {
  if (limit === undefined || more === 0 || contacts + more <= limit) return;
  throw new Refusal('contact_limit_exceeded', {
    message: `The plan’s contact limit is ${limit}. The account has ${contacts}, and this request would add ${more}.`,
  });
}

/** The last word on each address: what comes later wins field by field, memberships add up. */
function mergeByAddress(given: readonly NewContact[]): Map<ContactAddress, NewContact> {
  const merged = new Map<ContactAddress, NewContact>();
  for (const contact of given) {
    const before = merged.get(contact.email);
    merged.set(contact.email, before ? mergeTwo(before, contact) : contact);
  }
  return merged;
}

function mergeTwo(before: NewContact, after: NewContact): NewContact {
  const told = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...told,
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
  ];
}

/** One form of each name, so that it is found however it is typed and survives an export: composed, with single spaces. */
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
