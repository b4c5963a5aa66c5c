import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import type { PageQuery } from '../../../http/account/page.ts';
import { findPage, ownRow } from '../../../http/resource/rows.ts';
import { TAG_COLORS } from './palette.ts';
import { deleteTag, holdTagNames, insertTag, ownedOf, tags, tagsOfContact, updateTag } from './queries.ts';
import { TAG, type PresentedTag, type TagChange, type TagRow } from './resource.ts';

/** Returns a page of the account's tags, newest first. */
export async function findTags(
  db: Db,
  accountId: number,
  request: PageQuery,
): Promise<{ readonly total: number; readonly data: readonly PresentedTag[] }> {
  const { rows, total } = await findPage(tags, db, accountId, request);
  return { total, data: rows.map((row) => presentTag(accountId, row)) };
}

/**
 * Returns a tag of the account. Throws forbidden if the tag belongs to another account, and not_found if it does not
 * exist.
 */
export async function ownTag(db: Db, accountId: number, id: number): Promise<PresentedTag> {
  return presentTag(accountId, await ownRow(tags, db, accountId, id));
}

export async function presentTagsOf(db: Db, accountId: number, contactId: number): Promise<PresentedTag[]> {
  return (await tagsOfContact(db, accountId, contactId)).map((row) => presentTag(accountId, row));
}

/** Adds a tag. Without a color, the tag gets the palette's next color. Throws validation_error if the name is taken. */
export async function addTag(
  tx: Tx,
  accountId: number,
  { name, color }: { readonly name: string; readonly color?: string | undefined },
): Promise<PresentedTag> {
  await holdTagNames(tx, accountId);
  const [added] = await insertTag(tx, accountId, name, color ?? null, TAG_COLORS);
  if (!added) throw taken(name);
  return presentTag(accountId, added);
}

/** Changes a tag. Throws forbidden or not_found like `ownTag`, and validation_error if the name is taken. */
export async function changeTag(db: Database, accountId: number, id: number, change: TagChange): Promise<PresentedTag> {
  return db.transaction(async (tx) => {
    await holdTagNames(tx, accountId);
    await ownTag(tx, accountId, id);
    const [changed] = await updateTag(tx, accountId, id, change.name ?? null, change.color ?? null);
    if (!changed) throw taken(change.name ?? '');
    return presentTag(accountId, changed);
  });
}

/**
 * Deletes a tag, but not the contacts that have the tag. Throws forbidden if the tag belongs to another account, and
 * not_found if it does not exist.
 */
export async function removeTag(db: Db, accountId: number, id: number): Promise<void> {
  const [gone] = await deleteTag(db, accountId, id);
  await ownObject(gone, async () => tags.anywhere(db, id));
}

function taken(name: string): Error {
  return invalid({ name: [`is already used by the tag ${name}.`] });
}

function presentTag(user_id: number, row: TagRow): PresentedTag {
  return TAG.present(row, { user_id });
}

/** Returns the given IDs that belong to tags of the account. Deleted tags are excluded. */
export async function ownedTags(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}
