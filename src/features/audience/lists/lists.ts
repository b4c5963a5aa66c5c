import type { Database, Db, Tx } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, type PageQuery } from '../../../http/account/page.ts';
import {
  countFoundLists,
  countLists,
  deleteList,
  flaggedMembers,
  holdList,
  insertList,
  keepOwned,
  listAnywhere,
  listById,
  listsByIds,
  listsFoundPage,
  listsPage,
  ownedOf,
  renameList,
  type ListRow,
} from './queries.ts';

/** Uses of a list that are named when it cannot be deleted. */
const MAX_USES = 100;

/** What stands in the way of deleting a list. */
export interface ListUse {
  /** `form`, `landing_page` or `automation`. */
  readonly type: string;
  readonly id: number;
  readonly title: string;
}

/** What of a feature uses a list; asked in the transaction that deletes the list, which is locked. */
export type ListUsage = (tx: Tx, accountId: number, listId: number) => Promise<readonly ListUse[]>;

/** A list and how many of its members can be mailed. */
export interface ContactList extends ListRow {
  readonly subscribed: number;
}

/** A page of the account's lists, newest first; with `text` those whose name holds it. */
export async function findLists(
  db: Db,
  accountId: number,
  request: PageQuery & { readonly text?: string | undefined },
): Promise<{ readonly total: number; readonly lists: readonly ContactList[] }> {
  const { perPage, text } = request;
  const [counted] = await (text === undefined ? countLists(db, accountId) : countFoundLists(db, accountId, text));
  const total = counted?.lists ?? 0;
  const offset = offsetOf(request);
  // Past the end nothing is looked for.
  if (offset >= total) return { total, lists: [] };
  const rows = await (text === undefined
    ? listsPage(db, accountId, perPage, offset)
    : listsFoundPage(db, accountId, text, perPage, offset));
  return { total, lists: await withSubscribed(db, accountId, rows) };
}

/** Those of the ids that are lists of the account, oldest first. */
export async function listsOf(db: Db, accountId: number, ids: readonly number[]): Promise<readonly ContactList[]> {
  return withSubscribed(db, accountId, await listsByIds(db, accountId, ids));
}

/** A list of the account. Throws forbidden or not_found. */
export async function ownList(db: Db, accountId: number, id: number): Promise<ContactList> {
  const [found] = await listById(db, accountId, id);
  return oneWithSubscribed(db, accountId, await ownObject(found, async () => listAnywhere(db, id)));
}

/** Throws forbidden when the list is another account's, not_found when it is nobody's. */
export async function requireOwnList(db: Db, accountId: number, id: number): Promise<void> {
  const [found] = await listById(db, accountId, id);
  await ownObject(found, async () => listAnywhere(db, id));
}

/** Adds a list. */
export async function addList(db: Db, accountId: number, name: string): Promise<ContactList> {
  const [added] = await insertList(db, accountId, name);
  if (!added) throw new Error('List missing after insert');
  return { ...added, subscribed: 0 };
}

/** Gives a list another name. Throws forbidden or not_found. */
export async function changeList(db: Db, accountId: number, id: number, name: string): Promise<ContactList> {
  const [changed] = await renameList(db, accountId, id, name);
  return oneWithSubscribed(db, accountId, await ownObject(changed, async () => listAnywhere(db, id)));
}

/**
 * Deletes a list, unless something uses it; resolves with what does, nothing when it is deleted. Its contacts stay. Throws
 * forbidden or not_found.
 */
export async function removeList(
  { db, usages }: { readonly db: Database; readonly usages: readonly ListUsage[] },
  accountId: number,
  id: number,
): Promise<readonly ListUse[]> {
  return db.transaction(async (tx) => {
    const [held] = await holdList(tx, accountId, id);
    await ownObject(held, async () => listAnywhere(tx, id));
    const uses: ListUse[] = [];
    for (const usage of usages) uses.push(...(await usage(tx, accountId, id)));
    if (uses.length === 0) await deleteList(tx, accountId, id);
    return uses.slice(0, MAX_USES);
  });
}

async function oneWithSubscribed(db: Db, accountId: number, row: ListRow): Promise<ContactList> {
  const [list] = await withSubscribed(db, accountId, [row]);
  return list ?? { ...row, subscribed: row.contacts_count };
}

async function withSubscribed(db: Db, accountId: number, rows: readonly ListRow[]): Promise<ContactList[]> {
  const ids = rows.filter((row) => row.contacts_count > 0).map(({ id }) => id);
  const flagged = ids.length > 0 ? await flaggedMembers(db, accountId, ids) : [];
  const notMailed = new Map(flagged.map((row) => [row.list_id, row.members]));
  // The two are read one after the other: what changes between may not make less than none of it.
  return rows.map((row) => ({ ...row, subscribed: Math.max(0, row.contacts_count - (notMailed.get(row.id) ?? 0)) }));
}

/** Those of the ids that are lists of the account; deleted ones are none. */
export async function ownedLists(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}

/** The same; nobody deletes them until the transaction ends. Taken before what uses them. */
export async function keptLists(tx: Tx, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await keepOwned(tx, accountId, ids)).map(({ id }) => id));
}
