import { recordStatement } from '../../../base/db.ts';

interface MoveValues {
  readonly accountId: number;
  readonly automationId: number;
  /** The removed step. */
  readonly itemId: number;
  /**
   * Steps with which the contacts can continue. A contact continues with the first one that is not an email already
   * sent to the contact.
   */
  readonly nextIds: readonly number[];
}

/**
 * Selects the first of the given steps that is not an email already sent to the contact. `w` is the entry of the
 * contact.
 */
const NEXT = `left join lateral (
       select c.id from unnest($nextIds::bigint[]) with ordinality as c (id, place)
       where c.id <> all(w.done) order by c.place limit 1
     ) n on true`;

/** Number of contacts that continue with a step. `next_id` is null if the automation ends for these contacts. */
export interface MovedRow {
  readonly next_id: number | null;
  readonly contacts: number;
}

/**
 * Counts the contacts at a step by the step with which they would continue if the step were removed. Uses the index
 * automation_entry_waiting.
 */
export const countAtRemoved = recordStatement<Omit<MoveValues, 'automationId'>, MovedRow>(
  'automations_count_at_removed',
  `select n.id as next_id, count(*) as contacts from automation_entry w ${NEXT}
   where w.account_id = $accountId and w.item_id = $itemId group by n.id`,
);

/**
 * Moves all contacts from a removed step to the steps after it, and updates the counters. The time that the contacts
 * have already waited counts toward the next delay, but they no longer wait for the end of a removed wait. The caller
 * must hold the lock on the automation. Uses the index automation_entry_waiting and the primary keys.
 */
export const moveFromRemoved = recordStatement<MoveValues, MovedRow>(
  'automations_move_from_removed',
  `with given as materialized (
     select w.contact_id, n.id as next_id, clock.at,
       case when w.wait_ends_at is null then w.base_at else least(w.base_at, clock.at) end as base_at
     from (select now()) as clock (at)
     cross join (
       select contact_id, base_at, wait_ends_at, done from automation_entry
       where account_id = $accountId and item_id = $itemId
     ) w
     ${NEXT}
   ), moved as (
     update automation_entry e set item_id = g.next_id, base_at = g.base_at, wait_ends_at = null,
       ended_at = case when g.next_id is null then g.at end
     from given g
     where e.account_id = $accountId and e.automation_id = $automationId and e.contact_id = g.contact_id
     returning g.next_id
   ), counted as (
     select next_id, count(*) as contacts from moved group by next_id
   ), automations as (
     update automation a set finished = a.finished + c.contacts from counted c
     where a.account_id = $accountId and a.id = $automationId and c.next_id is null
   ), present as (
     update automation_item i set waiting = i.waiting - c.contacts
     from (select sum(contacts)::bigint as contacts from counted) c
     where i.account_id = $accountId and i.id = $itemId and c.contacts > 0
   ), following as (
     update automation_item i set waiting = i.waiting + c.contacts from counted c
     where i.account_id = $accountId and i.id = c.next_id
   )
   select next_id, contacts from counted`,
);
