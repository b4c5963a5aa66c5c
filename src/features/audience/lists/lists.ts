import type { Database, Db, Tx } from '../../../base/db.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { ListingQuery } from '../../../http/account/listing-query.ts';
import type { Usage } from '../../../http/resource/routes.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import {
  deleteList,
  flaggedMembers,
  holdList,
  insertList,
  keepOwned,
  lists,
  listsByIds,
  ownedOf,
  updateList,
} from './queries.ts';
import { LIST, type ListChange, type ListRow, type PresentedList } from './resource.ts';

/** Maximum number of objects that are listed in the error if a list cannot be deleted because the objects use it. */
const MAX_USES = 100;

/**
 * Returns the objects of a feature that use a list. Called in the transaction that deletes the list, while the
 * transaction holds the lock on the list.
 */
export type ListUsage = (tx: Tx, accountId: number, listId: number) => Promise<readonly Usage[]>;

/**
 * Returns a page of the account's lists, newest first. If the request contains a search text, returns only lists whose
 * name contains the text.
 */
export async function findLists(
  db: Db,
  accountId: number,
  request: ListingQuery,
): Promise<{ readonly total: number; readonly data: readonly PresentedList[] }> {
  const { rows, total } = await findPage(lists, db, accountId, request);
  return { total, data: await presented(db, accountId, rows) };
}

/** Returns lists of the account by ID, in API format. Deleted lists are left out. */
export async function presentedLists(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PresentedList>> {
  if (ids.length === 0) return new Map();
  const found = await presented(db, accountId, await listsByIds(db, accountId, ids));
  return new Map(found.map((list) => [list.id, list]));
}

/**
 * Returns a list of the account. Throws forbidden if the list belongs to another account, and not_found if it does not
 * exist.
 */
export async function ownList(db: Db, accountId: number, id: number): Promise<PresentedList> {
  const [list] = await presented(db, accountId, [await ownRow(lists, db, accountId, id)]);
  if (!list) throw new Error('List missing from results');
  return list;
}

/** Throws forbidden if the list belongs to another account, and not_found if it does not exist. */
export async function requireOwnList(db: Db, accountId: number, id: number): Promise<void> {
  await ownRow(lists, db, accountId, id);
}

export async function addList(db: Db, account_id: number, name: string): Promise<{ readonly id: number }> {
  const [added] = await insertList(db, { account_id, name });
  if (!added) throw new Error('List missing after insert');
  return added;
}

/**
 * Changes the given properties of a list. Throws forbidden if the list belongs to another account, and not_found if it
 * does not exist.
 */
export async function changeList(db: Db, account_id: number, id: number, given: ListChange): Promise<PresentedList> {
  const before = await ownRow(lists, db, account_id, id);
  await updateList(db, { ...before, ...given, account_id });
  return ownList(db, account_id, id);
}

/**
 * Deletes a list unless it is in use. Keeps the contacts of the list. Returns up to `MAX_USES` objects that use the
 * list, or an empty array if the list was deleted. Throws forbidden if the list belongs to another account, and
 * not_found if it does not exist.
 */
export async function removeList(
  { db, usages }: { readonly db: Database; readonly usages: readonly ListUsage[] },
  accountId: number,
  id: number,
): Promise<readonly Usage[]> {
  return db.transaction(async (tx) => {
    const [held] = await holdList(tx, accountId, id);
    await ownObject(held, async () => lists.anywhere(tx, id));
    const uses: Usage[] = [];
    for (const usage of usages) uses.push(...(await usage(tx, accountId, id)));
    if (uses.length === 0) await deleteList(tx, accountId, id);
    return uses.slice(0, MAX_USES);
  });
}

/** Returns lists in API format, with the number of members that can receive email. */
async function presented(db: Db, accountId: number, rows: readonly ListRow[]): Promise<PresentedList[]> {
  const ids = rows.filter((row) => row.contacts_count > 0).map(({ id }) => id);
  const flagged = ids.length > 0 ? await flaggedMembers(db, accountId, ids) : [];
  const notMailed = new Map(flagged.map((row) => [row.list_id, row.members]));
  return rows.map((row) =>
    LIST.present(row, {
      user_id: accountId,
      // Use Math.max, because separate statements read the counts, and a change between them could make the difference
      // negative.
      subscribed_contacts_count: Math.max(0, row.contacts_count - (notMailed.get(row.id) ?? 0)),
    }),
  );
}

/** Returns the given IDs that belong to lists of the account. Deleted lists are excluded. */
export async function ownedLists(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}

/**
 * Returns the given IDs that belong to lists of the account, and prevents the deletion of these lists until the
 * transaction ends. Must be called before objects that use the lists are locked.
 */
export async function keptLists(tx: Tx, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await keepOwned(tx, accountId, ids)).map(({ id }) => id));
}
