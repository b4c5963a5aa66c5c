import { statement } from '../../../base/db.ts';
import { columnsOf, insertOf, rowsOf, updateOf } from '../../../http/resource/rows.ts';
import { LIST, type ListRow } from './resource.ts';

/** The lists of an account. */
export const lists = rowsOf(LIST, 'lists', { search: 'name' });
export const insertList = insertOf(LIST, 'lists_insert');
export const updateList = updateOf(LIST, 'lists_update');

/** Those of these that are lists of the account; primary key. */
export const listsByIds = statement<[accountId: number, ids: readonly number[]], ListRow>(
  'lists_by_ids',
  `select ${columnsOf(LIST)} from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null
   order by id`,
);

/**
 * Members of each list that are not mailed; lists without any are left out. Reads the contacts that are not mailed, by the
 * index contact_stat_flagged, once for all of the lists.
 */
export const flaggedMembers = statement<
  [accountId: number, ids: readonly number[]],
  { readonly list_id: number; readonly members: number }
>(
  'lists_flagged_members',
  `select m.list_id, count(*) as members
   from contact_stat s join list_member m on m.account_id = $1 and m.contact_id = s.contact_id
   where s.account_id = $1 and s.flags <> 0 and m.list_id = any($2::bigint[]) group by m.list_id`,
);

/** Locks a list that is not deleted; primary key. */
export const holdList = statement<[accountId: number, id: number], { readonly id: number }>(
  'lists_hold',
  'select id from contact_list where account_id = $1 and id = $2 and deleted_at is null for update',
);

/** Deletes a list softly; its members go in pieces. Primary key. */
export const deleteList = statement<[accountId: number, id: number], { readonly id: number }>(
  'lists_delete',
  `with gone as (
     update contact_list set deleted_at = now(), updated_at = now()
     where account_id = $1 and id = $2 and deleted_at is null returning id
   ), left_over as (
     insert into audience_removal (account_id, kind, removed_id) select $1, 'list', id from gone
   )
   select id from gone`,
);

/** Which of these are lists of the account that are not deleted; primary key. */
export const ownedOf = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'lists_owned',
  'select id from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);

/** The same, kept from being deleted; their counters may move meanwhile. */
export const keepOwned = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'lists_keep_owned',
  `select id from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null
   order by id for key share`,
);
