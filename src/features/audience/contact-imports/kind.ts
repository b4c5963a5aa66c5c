import type { Tx } from '../../../base/db.ts';
import {
  splitByAddress,
  type About,
  type ImportKind,
  type LeftOut,
  type Reject,
  type Row,
  type Taken,
  type Undone,
} from '../../tenants/imports/index.ts';
import { ownedTags } from '../contact-tags/index.ts';
import {
  addMembers,
  ERASED_FAULT,
  livingContacts,
  recordConsent,
  removeContacts,
  removeMembers,
  saveContacts,
  lockAudience,
  type ErasedPeople,
  type Member,
  type NewConsent,
  type NewContact,
} from '../contacts/index.ts';
import { ownedLists } from '../lists/index.ts';
import { findGroups, type Groups } from './groups.ts';
import { MAX_NEW_GROUPS, UNDO_DAYS } from './limits.ts';
import { deleteSteps, insertStep, markStepUndone, nextStep, untouchedAmong } from './queries.ts';
import { createRowReader, isReject, type Person } from './row.ts';
import { settingsOf, type Settings } from './settings.ts';

export const KIND = 'contacts';

/**
 * Creates the import kind that stores rows as contacts with lists, tags and fields. Undoing an import removes the
 * contacts and memberships that it added, but keeps contacts that have been changed or emailed since. Erased people are
 * not added again.
 */
export function contactImport(erasedPeople: Pick<ErasedPeople, 'among'>): ImportKind {
  return {
    name: KIND,
    take: (tx, accountId, rows, about) => take({ tx, accountId, erasedPeople }, rows, about),
    undo: {
      days: UNDO_DAYS,
      step: undoStep,
      forget: async (db, accountId, id) => void (await deleteSteps(db, accountId, id)),
    },
  };
}

interface Taking {
  readonly tx: Tx;
  readonly accountId: number;
  readonly erasedPeople: Pick<ErasedPeople, 'among'>;
}

async function take(taking: Taking, rows: readonly Row[], { importId, settings }: About): Promise<Taken> {
  const { accountId, tx } = taking;
  const going = settingsOf(settings);
  const [read, unread] = readAll(rows, going);
  const room = await lockAudience(tx, accountId);
  const [people, erased] = await withoutErased(taking, read);
  const rejects = [...unread, ...erased];
  const isTight = room.limit !== undefined && room.contacts + people.length > room.limit;
  const living =
    isTight || !going.update_existing
      ? await livingContacts(
          tx,
          accountId,
          people.map(({ contact }) => contact.email),
        )
      : NOBODY;
  const endsBefore = isTight ? endOf(people, living, room) : undefined;
  const fitting = endsBefore ? people.filter(({ line }) => line < endsBefore.line) : people;
  const listedRejects = endsBefore ? rejects.filter(({ line }) => line < endsBefore.line) : rejects;

  const lists = await findGroups(tx, accountId, importId, 'list', namesOf(fitting, 'lists'));
  const tags = await findGroups(tx, accountId, importId, 'tag', namesOf(fitting, 'tags'));
  const [placed, unplaced] = split(fitting, lists, tags);
  const line = (endsBefore ? fitting : rows).at(-1)?.line ?? 0;
  const counts = await save(tx, accountId, placed, { importId, line, going, living, lists, tags });
  return { ...counts, rejects: [...listedRejects, ...unplaced], leftOut: leftOutOf(placed), endsBefore };
}

function leftOutOf(people: readonly Person[]): LeftOut[] {
  return people.flatMap(({ contact, leftOut, line }) =>
    leftOut.length === 0
      ? []
      : [{ line, of: contact.email, values: leftOut.map(({ column, reason, value }) => ({ column, reason, value })) }],
  );
}

function readAll(rows: readonly Row[], going: Settings): [Person[], Reject[]] {
  const read = createRowReader(going);
  const people: Person[] = [];
  const rejects: Reject[] = [];
  const emailAt = going.mapping.indexOf('email');
  for (const row of rows.flatMap((each) => splitByAddress(each, emailAt))) {
    const found = read(row);
    if (isReject(found)) rejects.push(found);
    else people.push(found);
  }
  return [people, rejects];
}

/** Rejects erased people. Returns the people who may be imported and the rejections. */
async function withoutErased(
  { accountId, erasedPeople, tx }: Taking,
  people: readonly Person[],
): Promise<[Person[], Reject[]]> {
  const addresses = people.map(({ contact }) => contact.email);
  const erased = await erasedPeople.among(tx, accountId, addresses);
  const isErased = ({ contact }: Person): boolean => erased.has(contact.email);
  return [
    people.filter((person) => !isErased(person)),
    people.filter(isErased).map(({ contact, line }) => ({ line, value: contact.email, reason: ERASED_FAULT })),
  ];
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Returns the first line that would exceed the account's contact limit, with a message for the user. Returns undefined
 * if all people fit.
 */
function endOf(
  people: readonly Person[],
  living: ReadonlySet<string>,
  { contacts, limit = 0 }: { readonly contacts: number; readonly limit: number | undefined },
): Taken['endsBefore'] {
  const fresh = new Set<string>();
  for (const { contact, line } of people) {
    if (living.has(contact.email)) continue;
    fresh.add(contact.email);
    if (contacts + fresh.size <= limit) continue;
    const allowed = limit.toLocaleString('en-US');
    return {
      line,
      sentence: `The import stopped at line ${line}, because the account reached the plan’s limit of ${allowed} contacts. Contacts imported so far are kept.`,
    };
  }
  return undefined;
}

function namesOf(people: readonly Person[], key: 'lists' | 'tags'): ReadonlySet<string> {
  return new Set(people.flatMap((person) => person[key]));
}

/** Rejects people whose lists or tags do not all exist. Returns the other people and the rejections. */
function split(people: readonly Person[], lists: Groups, tags: Groups): [Person[], Reject[]] {
  const rejects: Reject[] = [];
  const placed = people.filter((person) => {
    const list = person.lists.find((name) => lists.idOf(name) === undefined);
    const tag = person.tags.find((name) => tags.idOf(name) === undefined);
    if (list === undefined && tag === undefined) return true;
    const [what, name] = list === undefined ? ['tag', tag] : ['list', list];
    rejects.push({
      line: person.line,
      value: person.contact.email,
      reason: `needs the new ${what} ${JSON.stringify(name)}, but an import can create at most ${MAX_NEW_GROUPS} ${what}s.`,
    });
    return false;
  });
  return [placed, rejects];
}

interface Step {
  readonly importId: string;
  readonly line: number;
  readonly going: Settings;
  readonly living: ReadonlySet<string>;
  readonly lists: Groups;
  readonly tags: Groups;
}

async function save(
  tx: Tx,
  accountId: number,
  people: readonly Person[],
  { going, importId, line, lists, living, tags }: Step,
): Promise<{ readonly added: number; readonly known: number }> {
  const contacts = people.map(({ contact }) =>
    going.update_existing || !living.has(contact.email) ? contact : consentStatusOnly(contact),
  );
  const { createdIds, ids } = await saveContacts(tx, accountId, contacts, { importId });
  await recordConsent(tx, accountId, consentsOf(people, ids, going));
  // Skip lists and tags that were deleted after the import started.
  const forAllLists = await ownedLists(tx, accountId, going.list_ids);
  const forAllTags = await ownedTags(tx, accountId, going.tag_ids);
  const membersOf = (forAll: ReadonlySet<number>, groups: Groups, key: 'lists' | 'tags'): Member[] =>
    people.flatMap((person, at) => {
      const groupIds = [...forAll, ...person[key].map((name) => groups.idOf(name) ?? 0)];
      return groupIds.map((groupId) => ({ groupId, contactId: ids[at] ?? 0 }));
    });
  const inLists = await addMembers(tx, accountId, 'list', membersOf(forAllLists, lists, 'lists'));
  const withTags = await addMembers(tx, accountId, 'tag', membersOf(forAllTags, tags, 'tags'));
  const made = [
    ...inLists.map(({ contactId, groupId }) => ['list', groupId, contactId] as const),
    ...withTags.map(({ contactId, groupId }) => ['tag', groupId, contactId] as const),
    ...lists.madeIds.map((id) => ['new_list', 0, id] as const),
    ...tags.madeIds.map((id) => ['new_tag', 0, id] as const),
  ];
  await insertStep(
    tx,
    accountId,
    importId,
    line,
    createdIds,
    made.map(([what]) => what),
    made.map(([, groupId]) => groupId),
    made.map(([, , id]) => id),
  );
  return { added: createdIds.length, known: people.length - createdIds.length };
}

/**
 * Returns the consent records of imported contacts, with the times from their rows. Returns an empty array if the
 * import has no consent text.
 */
function consentsOf(people: readonly Person[], ids: readonly number[], { consent, started_at: startedAt }: Settings) {
  if (consent === null) return [];
  return people.map(({ contact }, at): NewConsent => ({
    contactId: ids[at] ?? 0,
    text: consent,
    at: contact.confirmedAt ?? contact.createdAt ?? new Date(startedAt),
    source: 'import',
    ip: contact.ipAddress,
  }));
}

/**
 * Removes everything except the address and the times at which the contact unsubscribed, bounced or became invalid.
 * These times are saved even if the import must not update existing contacts.
 */
function consentStatusOnly({ bouncedAt, email, invalidAt, unsubscribedAt }: NewContact): NewContact {
  return { email, bouncedAt, invalidAt, unsubscribedAt };
}

async function undoStep(tx: Tx, accountId: number, importId: string): Promise<Undone | undefined> {
  await lockAudience(tx, accountId);
  const [step] = await nextStep(tx, accountId, importId);
  if (!step) {
    await deleteSteps(tx, accountId, importId);
    return undefined;
  }
  const { group_id: groupId, line, what } = step;
  const ids = step.ids.map(Number);
  await markStepUndone(tx, accountId, importId, line, what, groupId);
  if (what !== 'contact') {
    const members = ids.map((contactId) => ({ groupId, contactId }));
    return { undone: 0, kept: 0, members: (await removeMembers(tx, accountId, what, members)).length };
  }
  const found = await untouchedAmong(tx, accountId, importId, ids);
  const untouched = found.filter((contact) => contact.is_untouched).map(({ id }) => id);
  const gone = await removeContacts(
    tx,
    accountId,
    untouched.toSorted((a, b) => a - b),
  );
  return { undone: gone.length, kept: found.length - gone.length, members: 0 };
}
