import { statement } from '../../../base/db.ts';
import { columnsOf, insertOf, rowsOf, updateOf } from '../../../http/resource/rows.ts';
import { LIST, type ListRow } from './resource.ts';

/** Statements that read the lists of an account. */
export const lists = rowsOf(LIST, 'lists', { search: 'name' });
export const insertList = insertOf(LIST, 'lists_insert');
export const updateList = updateOf(LIST, 'lists_update');

/** Returns the lists of the account with these IDs. Uses the primary key. */
export const listsByIds = statement<[accountId: number, ids: readonly number[]], ListRow>(
  'lists_by_ids',
  `select ${columnsOf(LIST)} from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null
   order by id`,
);

/**
 * Counts the members of each list that cannot receive email. Lists without such members are left out. Reads the
 * contacts that cannot receive email once for all lists, with the index contact_stat_flagged.
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

/** Locks a list, unless the list is deleted. Uses the primary key. */
export const holdList = statement<[accountId: number, id: number], { readonly id: number }>(
  'lists_hold',
  'select id from contact_list where account_id = $1 and id = $2 and deleted_at is null for update',
);

/** Soft-deletes a list and schedules the removal of its members, which happens in batches. Uses the primary key. */
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

/** Returns the given IDs that belong to lists of the account. Deleted lists are excluded. Uses the primary key. */
export const ownedOf = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'lists_owned',
  'select id from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);

/**
 * Returns the given IDs that belong to lists of the account, and prevents the deletion of these lists. Their counters
 * may still change. Uses the primary key.
 */
export const keepOwned = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'lists_keep_owned',
  `select id from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null
   order by id for key share`,
);
