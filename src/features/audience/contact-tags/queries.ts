import { statement } from '../../../base/db.ts';
import { columnsOf, rowsOf } from '../../../http/resource/rows.ts';
import { TAG, type TagRow } from './resource.ts';

const COLUMNS = columnsOf(TAG);

/** Statements that read the tags of an account. */
export const tags = rowsOf(TAG, 'contact_tags');

/** Returns the tags of a contact, newest first. Uses the index tag_member_by_contact. */
export const tagsOfContact = statement<[accountId: number, contactId: number], TagRow>(
  'contact_tags_of_contact',
  `select ${COLUMNS} from contact_tag where account_id = $1 and deleted_at is null
     and id in (select tag_id from tag_member where account_id = $1 and contact_id = $2)
   order by id desc`,
);

/**
 * Inserts a tag. Without a color, the tag gets the palette's next color. Returns no row if another tag has the same
 * name, ignoring case. The caller must hold the name lock. Uses the index contact_tag_name.
 */
export const insertTag = statement<
  [accountId: number, name: string, color: string | null, palette: readonly string[]],
  TagRow
>(
  'contact_tags_insert',
  `insert into contact_tag (account_id, name, color)
   select $1, $2, coalesce($3, ($4::text[])[1 + (select count(*) from contact_tag where account_id = $1)
     % cardinality($4::text[])])
   on conflict (account_id, lower(name)) where deleted_at is null do nothing returning ${COLUMNS}`,
);

/**
 * Updates a tag. Null keeps the current value. Returns no row if the tag does not exist or another tag has the same
 * name. The caller must hold the name lock.
 */
export const updateTag = statement<[accountId: number, id: number, name: string | null, color: string | null], TagRow>(
  'contact_tags_update',
  `update contact_tag set name = coalesce($3, contact_tag.name), color = coalesce($4, contact_tag.color), updated_at = now()
   where contact_tag.account_id = $1 and contact_tag.id = $2 and contact_tag.deleted_at is null and not exists (
     select from contact_tag other where other.account_id = $1 and lower(other.name) = lower($3)
       and other.deleted_at is null and other.id <> $2)
   returning ${COLUMNS}`,
);

/** Locks the tag names of an account, so that transactions that change names run one after another. Uses the primary key. */
export const holdTagNames = statement<[accountId: number], unknown>(
  'contact_tags_hold_names',
  'select from account where account_id = $1 for no key update',
);

/** Soft-deletes a tag and schedules the removal of its members in batches. Uses the primary key. */
export const deleteTag = statement<[accountId: number, id: number], { readonly id: number }>(
  'contact_tags_delete',
  `with gone as (
     update contact_tag set deleted_at = now(), updated_at = now()
     where account_id = $1 and id = $2 and deleted_at is null returning id
   ), left_over as (
     insert into audience_removal (account_id, kind, removed_id) select $1, 'tag', id from gone
   )
   select id from gone`,
);

/** Returns the given IDs that belong to tags of the account. Deleted tags are excluded. Uses the primary key. */
export const ownedOf = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'contact_tags_owned',
  'select id from contact_tag where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);
