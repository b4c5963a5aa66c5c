import { statement, type Statement } from '../../../base/db.ts';
import type { GroupKind } from './member-queries.ts';

type OfGroup = [accountId: number, groupId: number, contactIds: readonly number[]];

/**
 * Returns a statement that adds contacts to one list or tag and updates its counter. Skips deleted and unknown
 * contacts. The caller must hold the locks on the audience and the group.
 */
function addingAll(kind: GroupKind): Statement<OfGroup, unknown> {
  return statement(
    `contacts_add_all_to_${kind}`,
    `with added as (
       insert into ${kind}_member (account_id, ${kind}_id, contact_id)
       select s.account_id, $2::bigint, s.contact_id from contact_stat s
       where s.account_id = $1 and s.contact_id = any($3::bigint[])
       order by s.contact_id
       on conflict do nothing returning 1
     )
     update contact_${kind} set contacts_count = contacts_count + (select count(*) from added)
     where account_id = $1 and id = $2`,
  );
}

/**
 * Returns a statement that removes contacts from one list or tag and updates its counter. The caller must hold the
 * locks on the audience and the group.
 */
function removingAll(kind: GroupKind): Statement<OfGroup, unknown> {
  return statement(
    `contacts_remove_all_from_${kind}`,
    `with removed as (
       delete from ${kind}_member where account_id = $1 and ${kind}_id = $2 and contact_id = any($3::bigint[]) returning 1
     )
     update contact_${kind} set contacts_count = contacts_count - (select count(*) from removed)
     where account_id = $1 and id = $2`,
  );
}

export const addAllToList = addingAll('list');
export const addAllToTag = addingAll('tag');
export const removeAllFromList = removingAll('list');
export const removeAllFromTag = removingAll('tag');
