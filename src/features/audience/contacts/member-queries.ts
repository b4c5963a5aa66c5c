import { statement, type Statement } from '../../../base/db.ts';

/** Kind of group that a contact can be a member of. */
export type GroupKind = 'list' | 'tag';

type Pairs = [accountId: number, groupIds: readonly number[], contactIds: readonly number[]];

export interface MemberRow {
  readonly group_id: number;
  readonly contact_id: number;
}

/**
 * Returns a statement that adds contacts to lists or tags of the account, updates the counters, and returns the new
 * members. Skips contacts and groups that are deleted or do not exist. The caller must hold the audience lock. Uses the
 * primary keys.
 */
function adding(kind: GroupKind): Statement<Pairs, MemberRow> {
  return statement(
    `contacts_add_to_${kind}`,
    `with added as (
       insert into ${kind}_member (account_id, ${kind}_id, contact_id)
       select distinct $1::bigint, g.group_id, g.contact_id from unnest($2::bigint[], $3::bigint[]) as g (group_id, contact_id)
       where exists (select from contact_stat s where s.account_id = $1 and s.contact_id = g.contact_id)
         and exists (
           select from contact_${kind} l where l.account_id = $1 and l.id = g.group_id and l.deleted_at is null)
       order by 2, 3
       on conflict do nothing returning ${kind}_id as group_id, contact_id
     ), counted as (
       update contact_${kind} l set contacts_count = l.contacts_count + c.members
       from (select group_id, count(*) as members from added group by group_id) c
       where l.account_id = $1 and l.id = c.group_id
     )
     select group_id, contact_id from added`,
  );
}

/**
 * Returns a statement that removes contacts from lists or tags, updates the counters, and returns the former members.
 * The caller must hold the audience lock. Uses the primary keys.
 */
function removing(kind: GroupKind): Statement<Pairs, MemberRow> {
  return statement(
    `contacts_remove_from_${kind}`,
    `with removed as (
       delete from ${kind}_member m using unnest($2::bigint[], $3::bigint[]) as g (group_id, contact_id)
       where m.account_id = $1 and m.${kind}_id = g.group_id and m.contact_id = g.contact_id
       returning m.${kind}_id as group_id, m.contact_id
     ), counted as (
       update contact_${kind} l set contacts_count = l.contacts_count - c.members
       from (select group_id, count(*) as members from removed group by group_id) c
       where l.account_id = $1 and l.id = c.group_id
     )
     select group_id, contact_id from removed`,
  );
}

export const addToList = adding('list');
export const addToTag = adding('tag');
export const removeFromList = removing('list');
export const removeFromTag = removing('tag');
