import { statement } from '../../../base/db.ts';
import { columnsOf, rowsOf } from '../../../http/resource/rows.ts';
import { TAG, type TagRow } from './resource.ts';

const COLUMNS = columnsOf(TAG);

/** The tags of an account. */
export const tags = rowsOf(TAG, 'contact_tags');

/** The tags of a contact, newest first; index tag_member_by_contact. */
export const tagsOfContact = statement<[accountId: number, contactId: number], TagRow>(
  'contact_tags_of_contact',
  `select ${COLUMNS} from contact_tag where account_id = $1 and deleted_at is null
     and id in (select tag_id from tag_member where account_id = $1 and contact_id = $2)
   order by id desc`,
);

/**
 * Adds a tag; without a colour of its own it has the palette's next one. No row when there is one of that name, whatever its
 * case: index contact_tag_name. Only whoever holds the names.
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
 * Changes a tag; null leaves what there is. No row when there is none, or another one has the name. Only whoever holds the
 * names.
 */
export const updateTag = statement<[accountId: number, id: number, name: string | null, color: string | null], TagRow>(
  'contact_tags_update',
  `update contact_tag set name = coalesce($3, contact_tag.name), color = coalesce($4, contact_tag.color), updated_at = now()
   where contact_tag.account_id = $1 and contact_tag.id = $2 and contact_tag.deleted_at is null and not exists (
     select from contact_tag other where other.account_id = $1 and lower(other.name) = lower($3)
       and other.deleted_at is null and other.id <> $2)
   returning ${COLUMNS}`,
);

/** Tags of an account are named by one transaction after the other; primary key. */
export const holdTagNames = statement<[accountId: number], unknown>(
  'contact_tags_hold_names',
  'select from account where account_id = $1 for no key update',
);

/** Deletes a tag softly; who has it loses it in pieces. Primary key. */
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

/** Which of these are tags of the account that are not deleted; primary key. */
export const ownedOf = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'contact_tags_owned',
  'select id from contact_tag where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);
