import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, type PageQuery } from '../../../http/account/page.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { TAG_COLORS, type TagColor } from './palette.ts';
import {
  countTags,
  deleteTag,
  holdTagNames,
  insertTag,
  ownedOf,
  tagAnywhere,
  tagById,
  tagsOfContact,
  tagsPage,
  updateTag,
  type TagRow,
} from './queries.ts';
import type { tagSchema } from './route-docs.ts';

/** A tag as the API shows it. */
export type PresentedTag = AnswerOf<typeof tagSchema>;

/** A page of the account's tags, newest first. */
export async function findTags(
  db: Db,
  accountId: number,
  request: PageQuery,
): Promise<{ readonly total: number; readonly tags: readonly PresentedTag[] }> {
  const total = (await countTags(db, accountId))[0]?.tags ?? 0;
  const offset = offsetOf(request);
  // Past the end nothing is looked for.
  const rows = offset < total ? await tagsPage(db, accountId, request.perPage, offset) : [];
  return { total, tags: rows.map((row) => presentTag(accountId, row)) };
}

/** A tag of the account. Throws forbidden or not_found. */
export async function ownTag(db: Db, accountId: number, id: number): Promise<PresentedTag> {
  const [found] = await tagById(db, accountId, id);
  return presentTag(accountId, await ownObject(found, async () => tagAnywhere(db, id)));
}

/** The tags of a contact of the account, newest first. */
export async function presentTagsOf(db: Db, accountId: number, contactId: number): Promise<PresentedTag[]> {
  return (await tagsOfContact(db, accountId, contactId)).map((row) => presentTag(accountId, row));
}

/** Adds a tag, with the palette's next colour when none is given. Throws validation_error when the name is taken. */
export async function addTag(
  tx: Tx,
  accountId: number,
  { name, color }: { readonly name: string; readonly color?: TagColor | undefined },
): Promise<PresentedTag> {
  await holdTagNames(tx, accountId);
  const [added] = await insertTag(tx, accountId, name, color ?? null, TAG_COLORS);
  if (!added) throw taken(name);
  return presentTag(accountId, added);
}

/** Changes a tag. Throws forbidden, not_found, or validation_error when the name is taken. */
export async function changeTag(
  db: Database,
  accountId: number,
  id: number,
  change: { readonly name?: string | undefined; readonly color?: TagColor | undefined },
): Promise<PresentedTag> {
  return db.transaction(async (tx) => {
    await holdTagNames(tx, accountId);
    await ownTag(tx, accountId, id);
    const [changed] = await updateTag(tx, accountId, id, change.name ?? null, change.color ?? null);
    if (!changed) throw taken(change.name ?? '');
    return presentTag(accountId, changed);
  });
}

/** Deletes a tag; nobody has it any more, and the contacts stay. Throws forbidden or not_found. */
export async function removeTag(db: Db, accountId: number, id: number): Promise<void> {
  const [gone] = await deleteTag(db, accountId, id);
  await ownObject(gone, async () => tagAnywhere(db, id));
}

function taken(name: string): Error {
  return invalid({ name: [`is already used by the tag ${name}.`] });
}

function presentTag(accountId: number, row: TagRow): PresentedTag {
  return {
    id: row.id,
    user_id: accountId,
    name: row.name,
    color: row.color,
    contacts_count: row.contacts_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Those of the ids that are tags of the account; deleted ones are none. */
export async function ownedTags(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}
