import { statement } from '../../../base/db.ts';
import { holds } from '../../../base/holds.ts';

export interface ListRow {
  readonly id: number;
  readonly name: string;
  readonly contacts_count: number;
  readonly average_open_percent: number;
  readonly average_click_percent: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'id, name, contacts_count, average_open_percent, average_click_percent, created_at, updated_at';

/** A page of an account's lists, newest first; primary key, from its end. */
export const listsPage = statement<[accountId: number, limit: number, offset: number], ListRow>(
  'lists_page',
  `select ${COLUMNS} from contact_list where account_id = $1 and deleted_at is null
   order by id desc limit $2 offset $3`,
);

/** Those whose name holds a text, whatever its case; primary key, from its end. */
export const listsFoundPage = statement<[accountId: number, text: string, limit: number, offset: number], ListRow>(
  'lists_found_page',
  `select ${COLUMNS} from contact_list where account_id = $1 and deleted_at is null and ${holds('name')}
   order by id desc limit $3 offset $4`,
);

/** Primary key. */
export const countLists = statement<[accountId: number], { readonly lists: number }>(
  'lists_count',
  'select count(*) as lists from contact_list where account_id = $1 and deleted_at is null',
);

/** Primary key. */
export const countFoundLists = statement<[accountId: number, text: string], { readonly lists: number }>(
  'lists_count_found',
  `select count(*) as lists from contact_list where account_id = $1 and deleted_at is null and ${holds('name')}`,
);

/** Primary key. */
export const listById = statement<[accountId: number, id: number], ListRow>(
  'lists_by_id',
  `select ${COLUMNS} from contact_list where account_id = $1 and id = $2 and deleted_at is null`,
);

/** Those of these that are lists of the account; primary key. */
export const listsByIds = statement<[accountId: number, ids: readonly number[]], ListRow>(
  'lists_by_ids',
  `select ${COLUMNS} from contact_list where account_id = $1 and id = any($2::bigint[]) and deleted_at is null
   order by id`,
);

/** Whether any account has a list of that number, deleted ones left out; index contact_list_by_id. */
export const listAnywhere = statement<[id: number], { readonly id: number }>(
  'lists_anywhere',
  'select id from contact_list where id = $1 and deleted_at is null limit 1',
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

/** Adds a list. */
export const insertList = statement<[accountId: number, name: string], ListRow>(
  'lists_insert',
  `insert into contact_list (account_id, name) values ($1, $2) returning ${COLUMNS}`,
);

/** Primary key. */
export const renameList = statement<[accountId: number, id: number, name: string], ListRow>(
  'lists_rename',
  `update contact_list set name = $3, updated_at = now()
   where account_id = $1 and id = $2 and deleted_at is null returning ${COLUMNS}`,
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
