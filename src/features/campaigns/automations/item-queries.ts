import { statement } from '../../../base/db.ts';
import { columnsOf } from '../../../http/resource/rows.ts';
import { ITEM, type ItemRow } from './resource.ts';

const COLUMNS = columnsOf(ITEM);

/** Returns the emails of automations in order. Uses the index automation_item_of. */
export const itemsOf = statement<[accountId: number, automationIds: readonly number[]], ItemRow>(
  'automations_items',
  `select ${COLUMNS} from automation_item
   where account_id = $1 and automation_id = any($2::bigint[]) and kind = 'email' and deleted_at is null
   order by automation_id, send_order, id`,
);

/**
 * Returns an email of an automation. Returns no row if the email or its automation is deleted. Uses the primary keys.
 */
export const itemById = statement<[accountId: number, id: number], ItemRow>(
  'automations_item',
  `select ${COLUMNS} from automation_item
   join automation a on a.account_id = automation_item.account_id and a.id = automation_id and a.deleted_at is null
   where automation_item.account_id = $1 and automation_item.id = $2 and automation_item.kind = 'email'
     and automation_item.deleted_at is null`,
);

/** Returns a row if any account has an automation email with this ID. Uses the index automation_item_by_id. */
export const itemAnywhere = statement<[id: number], { readonly id: number }>(
  'automations_item_anywhere',
  `select i.id from automation_item i
   join automation a on a.account_id = i.account_id and a.id = i.automation_id and a.deleted_at is null
   where i.id = $1 and i.kind = 'email' and i.deleted_at is null limit 1`,
);

/** Inserts an email of an automation. The caller must hold the lock on the automation. */
export const insertItem = statement<
  [accountId: number, automationId: number, campaignId: number, sendOrder: number, delayHours: number],
  { readonly id: number }
>(
  'automations_insert_item',
  `insert into automation_item (account_id, automation_id, campaign_id, send_order, delay_hours)
   values ($1, $2, $3, $4, $5) returning id`,
);

/**
 * Changes the delay of an automation's email. The caller must hold the lock on the automation. Uses the primary key.
 */
export const updateItem = statement<[accountId: number, id: number, delayHours: number], unknown>(
  'automations_update_item',
  'update automation_item set delay_hours = $3, updated_at = now() where account_id = $1 and id = $2',
);

/** Soft-deletes an automation's email. The caller must hold the lock on the automation. Uses the primary key. */
export const markItemDeleted = statement<[accountId: number, id: number], unknown>(
  'automations_mark_item_deleted',
  'update automation_item set deleted_at = now(), updated_at = now(), fault = null where account_id = $1 and id = $2',
);

/**
 * Makes the next attempt for an automation email due immediately if the previous attempt failed. Uses the index
 * automation_item_by_campaign.
 */
export const retryItem = statement<[accountId: number, campaignId: number], ScheduledItemRow>(
  'automations_retry_item',
  `update automation_item set failures = 0, fault = null, next_at = case when next_at is null then null else clock.at end
   from (select now()) as clock (at)
   where account_id = $1 and campaign_id = $2 and failures > 0
   returning coalesce(next_at <= now(), false) as is_due`,
);

/** Clears the failures of all steps of an automation. Uses the index automation_item_of. */
export const clearFailures = statement<[accountId: number, automationId: number], unknown>(
  'automations_clear_failures',
  'update automation_item set failures = 0, fault = null where account_id = $1 and automation_id = $2 and failures > 0',
);

/** When the transaction commits, wakes the processes that send automation emails. */
export const ringRuns = statement<[], unknown>('automations_ring', `select pg_notify('postrider_automations', '')`);

/** Whether a step of an automation is due immediately after it has been rescheduled. */
export interface ScheduledItemRow {
  readonly is_due: boolean;
}

/**
 * Locks all steps of an automation, including removed ones, in the order of their IDs. Uses the index
 * automation_item_of.
 */
export const lockItems = statement<[accountId: number, automationId: number], { readonly id: number }>(
  'automations_lock_items',
  `select id from automation_item where account_id = $1 and automation_id = $2 order by id for no key update`,
);

/**
 * Schedules the next check of each step of an automation. Uses the indexes automation_item_of and
 * automation_entry_waiting and the primary key of entries.
 */
export const scheduleItems = statement<[accountId: number, automationId: number], ScheduledItemRow>(
  'automations_settle_items',
  `update automation_item i set next_at = d.next_at
   from (
     select k.id, case
       when a.deleted_at is not null then case when k.id = f.id then clock.at end
       when k.deleted_at is not null then (
         select clock.at from automation_entry e where e.account_id = $1 and e.item_id = k.id limit 1)
       when not a.active then null
       when k.failures > 0 and k.next_at is not null then k.next_at
       else (
         select seconds_after(min(e.base_at), k.delay_hours * 3600.0) from automation_entry e
         where e.account_id = $1 and e.item_id = k.id)
     end as next_at
     from (select now()) as clock (at) cross join automation a
     join automation_item k on k.account_id = $1 and k.automation_id = a.id
     cross join lateral (
       select min(s.id) as id from automation_item s
       where s.account_id = $1 and s.automation_id = a.id and a.deleted_at is not null and exists (
         select from automation_entry e where e.account_id = $1 and e.automation_id = a.id)
     ) f
     where a.account_id = $1 and a.id = $2
   ) d
   where i.account_id = $1 and i.id = d.id and i.next_at is distinct from d.next_at
   returning coalesce(i.next_at <= now(), false) as is_due`,
);

/**
 * Updates whether an automation's triggers add contacts, and the step at which these contacts start. Uses the unique
 * key of triggers and the index automation_item_of.
 */
export const updateTriggerState = statement<[accountId: number, automationId: number], unknown>(
  'automations_settle_trigger',
  `update automation_trigger t set is_live = d.is_live, first_item_id = d.first_item_id
   from (
     select s.id as trigger_id, f.id as first_item_id, a.active and a.deleted_at is null and s.type is not null and f.id is not null as is_live
     from automation a
     join automation_trigger s on s.account_id = $1 and s.automation_id = a.id
     left join lateral (
       select i.id from automation_item i
       where i.account_id = $1 and i.automation_id = a.id and i.deleted_at is null order by i.send_order, i.id limit 1
     ) f on true
     where a.account_id = $1 and a.id = $2
   ) d
   where t.account_id = $1 and t.id = d.trigger_id
     and (t.is_live, t.first_item_id) is distinct from (d.is_live, d.first_item_id)`,
);

/**
 * Schedules the checks of an automation's live triggers of the types `segment_entered` and `field_date`. The check of a
 * trigger that has just become live starts from the beginning. The check of a trigger that is no longer live is due
 * immediately, so that it is deleted. Must be called before `updateTriggerState`. Uses the unique key of triggers and
 * the primary key.
 */
export const updateChecks = statement<[accountId: number, automationId: number], unknown>(
  'automations_update_checks',
  `with live as (
     select t.id, t.is_live as was_live, a.active and a.deleted_at is null and exists (
       select from automation_item i where i.account_id = $1 and i.automation_id = a.id and i.deleted_at is null
     ) as is_live
     from automation_trigger t join automation a on a.account_id = $1 and a.id = t.automation_id
     where t.account_id = $1 and t.automation_id = $2 and t.type in ('segment_entered', 'field_date')
   ), ended as (
     update automation_check k set next_at = now() from live l
     where k.account_id = $1 and k.trigger_id = l.id and l.was_live and not l.is_live
   )
   insert into automation_check (account_id, trigger_id) select $1, id from live where is_live and not was_live
   on conflict (account_id, trigger_id) do update
   set next_at = excluded.next_at, after_contact_id = 0, is_seeded = false, from_day = null, to_day = null, fault = null`,
);
