import { statement } from '../../../base/db.ts';

/** Which of these are tags of the account that are not deleted; primary key. */
export const ownedOf = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'contact_tags_owned',
  'select id from contact_tag where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);
