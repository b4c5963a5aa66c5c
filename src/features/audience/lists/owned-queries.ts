import { statement } from '../../../base/db.ts';

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
