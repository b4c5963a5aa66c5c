import { statement } from '../../../base/db.ts';

/** A merge: the contact to keep, and the contact that is merged into it. */
type Merge = [accountId: number, keptId: number, mergedId: number];

/** A contact that is locked for a merge. */
export interface HeldContact {
  readonly id: number;
  readonly email: string;
  readonly is_unsubscribed: boolean;
}

/**
 * Locks the contacts that are not deleted, in the order of their IDs, until the transaction ends. Uses the primary key.
 */
export const lockContacts = statement<Merge, HeldContact>(
  'contact_merging_hold',
  `select id, email, unsubscribed_at is not null as is_unsubscribed from contact
   where account_id = $1 and id in ($2, $3) and deleted_at is null order by id for update`,
);

/**
 * Moves the merged contact's automation entries to the kept contact. If the kept contact is or was in the same
 * automation, the entry is not moved, and a running entry counts as ended. Uses the index automation_entry_by_contact.
 */
export const mergeEntries = statement<Merge, { readonly moved: number; readonly ended: number }>(
  'contact_merging_entries',
  'select moved, ended from merge_automation_entries($1, $3, $2)',
);

/** A list or a tag. */
export interface Group {
  readonly id: number;
  readonly name: string;
}

/**
 * Removes the kept contact from lists that the merged contact left on its preferences page after the kept contact was
 * added. Keeps the record that the merged contact left them. Uses the primary keys.
 */
export const mergeDepartures = statement<Merge, Group>(
  'contact_merging_departures',
  `with departed as (
     delete from list_departure where account_id = $1 and contact_id = $3 returning list_id, left_at
   ), gone as (
     delete from list_member k using departed d
     where k.account_id = $1 and k.contact_id = $2 and k.list_id = d.list_id and k.created_at < d.left_at
     returning k.list_id
   ), counted as (
     update contact_list l set contacts_count = l.contacts_count - 1 from gone where l.account_id = $1 and l.id = gone.list_id
   ), kept as (
     insert into list_departure (account_id, contact_id, list_id, left_at)
     select $1, $2, d.list_id, d.left_at from departed d
     where not exists (
       select from list_member k
       where k.account_id = $1 and k.contact_id = $2 and k.list_id = d.list_id and k.created_at >= d.left_at
     )
     order by d.list_id on conflict do nothing
   )
   select l.id, l.name from gone join contact_list l on l.account_id = $1 and l.id = gone.list_id order by l.id`,
);

/**
 * Returns a statement that moves memberships of the merged contact to the kept contact, unless it already has them. The
 * counters do not change. The triggers for automations ignore moved memberships, because they react only to inserted
 * rows. Uses the index list_member_by_contact or tag_member_by_contact.
 */
function moving(kind: 'list' | 'tag', condition = '') {
  return statement<Merge, Group>(
    `contact_merging_${kind}s`,
    `with moved as (
       update ${kind}_member m set contact_id = $2
       where m.account_id = $1 and m.contact_id = $3 and not exists (
         select from ${kind}_member k where k.account_id = $1 and k.contact_id = $2 and k.${kind}_id = m.${kind}_id
       ) ${condition}
       returning m.${kind}_id
     )
     select g.id, g.name from moved join contact_${kind} g on g.account_id = $1 and g.id = moved.${kind}_id and g.deleted_at is null
     order by g.id`,
  );
}

/** The kept contact is not added again to lists that it left on its preferences page. */
export const moveLists = moving(
  'list',
  `and not exists (
     select from list_departure d where d.account_id = $1 and d.contact_id = $2 and d.list_id = m.list_id
   )`,
);
export const moveTags = moving('tag');

/**
 * Moves the merged contact's topic choices to the kept contact. If both contacts made a choice, the kept contact is
 * subscribed only if both were. Uses the primary keys.
 */
export const mergeTopics = statement<Merge, unknown>(
  'contact_merging_topics',
  `with moved as (
     delete from topic_choice
     where account_id = $1 and contact_id = $3 and topic_id in (select id from topic where account_id = $1)
     returning topic_id, is_subscribed, chosen_at
   )
   insert into topic_choice as k (account_id, topic_id, contact_id, is_subscribed, chosen_at)
   select $1, topic_id, $2, is_subscribed, chosen_at from moved order by topic_id
   on conflict (account_id, topic_id, contact_id) do update
   set is_subscribed = k.is_subscribed and excluded.is_subscribed, chosen_at = greatest(k.chosen_at, excluded.chosen_at)`,
);

/**
 * Moves the merged contact's consents and reported events to the kept contact. Uses the primary key and the index
 * contact_event_by_contact.
 */
export const moveRecords = statement<Merge, { readonly consents: number; readonly events: number }>(
  'contact_merging_records',
  `with consents as (
     update contact_consent set contact_id = $2 where account_id = $1 and contact_id = $3 returning id
   ), events as (
     update contact_event set contact_id = $2 where account_id = $1 and contact_id = $3 returning id
   )
   select (select count(*) from consents) as consents, (select count(*) from events) as events`,
);

/**
 * Fills empty values of the kept contact from the merged contact. If either contact is unsubscribed, unsubscribes both
 * at the earlier time. The kept contact is tracked only if both were. Records in `merged_into` which contacts were
 * merged into the kept contact. The caller must have locked both contacts. Uses the primary keys.
 */
export const mergeValues = statement<Merge, unknown>(
  'contact_merging_values',
  `with kept as (
     update contact k set first_name = coalesce(nullif(k.first_name, ''), m.first_name),
       last_name = coalesce(nullif(k.last_name, ''), m.last_name), ip_address = coalesce(k.ip_address, m.ip_address),
       language = coalesce(k.language, m.language), timezone = coalesce(k.timezone, m.timezone), fields = m.fields || k.fields,
       is_tracked = k.is_tracked and m.is_tracked, unsubscribed_at = least(k.unsubscribed_at, m.unsubscribed_at),
       updated_at = now()
     from contact m where k.account_id = $1 and k.id = $2 and m.account_id = $1 and m.id = $3
     returning k.id, contact_flags(k.confirmed_at, k.unsubscribed_at, k.bounced_at, k.invalid_at) as flags
   ), merged as (
     update contact m set merged_into = $2, unsubscribed_at = least(k.unsubscribed_at, m.unsubscribed_at)
     from contact k
     where k.account_id = $1 and k.id = $2 and m.account_id = $1 and m.id = $3
   ), earlier as (
     update contact set merged_into = $2 where account_id = $1 and merged_into = $3
   )
   update contact_stat s set flags = kept.flags, first_sent_at = least(s.first_sent_at, m.first_sent_at),
     last_sent_at = greatest(s.last_sent_at, m.last_sent_at), last_opened_at = greatest(s.last_opened_at, m.last_opened_at),
     last_clicked_at = greatest(s.last_clicked_at, m.last_clicked_at)
   from kept, contact_stat m
   where s.account_id = $1 and s.contact_id = kept.id and m.account_id = $1 and m.contact_id = $3`,
);

/**
 * Suppresses the kept contact's address if the merged contact complained, or if a user suppressed it. Ignores bounces,
 * which only concern the address that bounced. Returns a row if the address was not suppressed before. Uses the primary
 * key.
 */
export const mergeSuppression = statement<
  [accountId: number, kept: string, merged: string],
  { readonly reason: string }
>(
  'contact_merging_suppression',
  `insert into suppression (account_id, address, reason, detail, message_id, domain)
   select account_id, $2, reason, detail, message_id, domain from suppression
   where account_id = $1 and address = $3 and reason <> 'bounced'
   on conflict do nothing returning reason`,
);
