import { statement } from '../../../base/db.ts';
import { classIsHeld } from '../../sending/mailings/index.ts';

/** A mail that is this process's turn. */
export interface ClaimedItem {
  readonly account_id: number;
  readonly id: number;
  readonly automation_id: number;
  readonly campaign_id: number;
  readonly failures: number;
}

/**
 * Takes up the mail that is due first and leaves it to nobody else for so many seconds, or says in how many the next is due,
 * null when none ever is; index automation_item_due, twice. Who takes it up all the same, because somebody entered, waits.
 */
export const claimItem = statement<
  [leaseSeconds: number],
  { readonly claimed: ClaimedItem | null; readonly due_in: number | null }
>(
  'automation_runs_claim',
  `select (
     select to_jsonb(c) from (
       select account_id, id, automation_id, campaign_id, failures from claim_automation_item($1)
     ) as c
   ) as claimed, extract(epoch from (
     select min(next_at) from automation_item where next_at is not null
   ) - now())::float8 as due_in`,
);

/** Waits no longer than that for rows that others hold, until the transaction ends. */
export const waitAtMost = statement<[ms: string], unknown>('automation_runs_wait', `select bound_lock_waits($1)`);

/** An automation that is held. */
export interface HeldAutomation {
  readonly active: boolean;
  readonly is_deleted: boolean;
  /** The account is nobody's any more, or may not send. */
  readonly is_stopped: boolean;
}

/** Holds an automation until the transaction ends: nobody else changes its mails or entries. Primary key. */
export const holdAutomation = statement<[accountId: number, id: number], HeldAutomation>(
  'automation_runs_hold',
  `select a.active, a.deleted_at is not null as is_deleted,
     ${classIsHeld('a.account_id', '1')} or coalesce((
       select c.closed_at is not null or c.restricted_at is not null from account c where c.account_id = a.account_id
     ), true) as is_stopped
   from automation a where a.account_id = $1 and a.id = $2 for no key update of a`,
);

export interface ItemRow {
  readonly send_order: number;
  readonly delay_hours: number;
  readonly is_deleted: boolean;
}

/** A mail of an automation that is held; primary key. */
export const itemOf = statement<[accountId: number, id: number], ItemRow>(
  'automation_runs_item',
  `select send_order, delay_hours, deleted_at is not null as is_deleted
   from automation_item where account_id = $1 and id = $2 for no key update`,
);

/** Contacts that are due for a mail, those that waited longest first; index automation_entry_waiting, primary key. */
export const dueEntries = statement<
  [accountId: number, itemId: number, delayHours: number, limit: number],
  { readonly contact_id: number; readonly can_be_mailed: boolean }
>(
  'automation_runs_due',
  `select e.contact_id, coalesce(s.flags = 0, false) as can_be_mailed
   from (
     select contact_id, base_at from automation_entry
     where account_id = $1 and item_id = $2 and base_at <= now() - make_interval(hours => $3)
     order by base_at limit $4
   ) e
   left join lateral (
     select c.flags from contact_stat c where c.account_id = $1 and c.contact_id = e.contact_id offset 0
   ) s on true
   order by e.base_at, e.contact_id`,
);

/** Contacts that wait for a mail, whether it is due or not; index automation_entry_waiting. */
export const waitingEntries = statement<
  [accountId: number, itemId: number, limit: number],
  { readonly contact_id: number }
>(
  'automation_runs_waiting',
  'select contact_id from automation_entry where account_id = $1 and item_id = $2 order by base_at limit $3',
);

/** What became of a contact that waited: it was sent the mail, it left, or the mail is gone. */
export type Became = 'sent' | 'left' | 'skipped';

/**
 * Moves contacts on from a mail to the next behind a place in the order that they were not sent, or to their end, with all
 * counters. What was sent counts from when it was due, or from now where that was long ago; of a mail that is gone, from where
 * they stood. Only whoever holds the automation. Primary keys, and index automation_item_of.
 */
export const moveOn = statement<
  [
    accountId: number,
    automationId: number,
    itemId: number,
    sendOrder: number,
    delayHours: number,
    isActive: boolean,
    lateMinutes: number,
    contactIds: readonly number[],
    became: readonly Became[],
  ],
  unknown
>(
  'automation_runs_move',
  `with given as materialized (
     select e.contact_id, g.became,
       case when g.became <> 'left' then (
         select i.id from automation_item i
         where i.account_id = $1 and i.automation_id = $2 and i.deleted_at is null
           and i.send_order > $4 and i.id <> all(e.done)
         order by i.send_order, i.id limit 1
       ) end as next_id, clock.at,
       case when g.became = 'skipped' then e.base_at
         when seconds_after(e.base_at, $5::integer * 3600.0) < seconds_after(clock.at, $7::integer * -60.0) then clock.at
         else seconds_after(e.base_at, $5::integer * 3600.0) end as base_at
     from (select now()) as clock (at) cross join unnest($8::bigint[], $9::text[]) as g (contact_id, became)
     -- By the primary key, whatever is thought of the size of a table that has just been filled.
     cross join lateral (
       select w.contact_id, w.item_id, w.base_at, w.done from automation_entry w
       where w.account_id = $1 and w.automation_id = $2 and w.contact_id = g.contact_id offset 0
     ) e
     where e.item_id = $3
   ), moved as (
     update automation_entry e set item_id = g.next_id, base_at = g.base_at,
       done = case when g.became = 'sent' then e.done || $3::bigint else e.done end,
       ended_at = case when g.next_id is null then g.at end
     from given g where e.account_id = $1 and e.automation_id = $2 and e.contact_id = g.contact_id
     returning g.next_id, g.became, g.base_at
   ), automations as (
     update automation a set finished = a.finished + c.finished, ended = a.ended + c.gone
     from (
       select count(*) filter (where became <> 'left') as finished, count(*) filter (where became = 'left') as gone
       from moved where next_id is null
     ) c
     where a.account_id = $1 and a.id = $2 and c.finished + c.gone > 0
   ), present as (
     update automation_item i set waiting = i.waiting - c.entries, sent = i.sent + c.sent
     from (select count(*) as entries, count(*) filter (where became = 'sent') as sent from moved) c
     where i.account_id = $1 and i.id = $3
   ), following as (
     update automation_item i set waiting = i.waiting + c.entries,
       next_at = case when not $6 then null when i.failures > 0 and i.next_at is not null then i.next_at
         else least(i.next_at, seconds_after(c.base_at, i.delay_hours * 3600.0)) end
     from (select next_id, count(*) as entries, min(base_at) as base_at from moved where next_id is not null group by next_id) c
     where i.account_id = $1 and i.id = c.next_id
   )
   select count(*) from moved`,
);

/** Has contacts wait for a mail some hours more, as if they had come to it later; primary key. */
export const postpone = statement<
  [accountId: number, automationId: number, contactIds: readonly number[], delayHours: number, hours: number],
  unknown
>(
  'automation_runs_postpone',
  `update automation_entry set base_at = now() + make_interval(hours => $5) - make_interval(hours => $4)
   where account_id = $1 and automation_id = $2 and contact_id = any($3::bigint[])`,
);

/**
 * Says when a mail is to be looked at next: after so many seconds, or when its first contact is due, at once when it or its
 * automation is gone and somebody is in it still, and never while that is not active. Takes back what was said to be wrong with
 * it. Index automation_entry_waiting, primary key of entries.
 */
export const settleItem = statement<[accountId: number, id: number, seconds: number | null], unknown>(
  'automation_runs_settle',
  `update automation_item i set failures = 0, fault = null,
     next_at = case
       when $3::float8 is not null then seconds_after(clock.at, $3::float8)
       when a.deleted_at is not null then (
         select clock.at from automation_entry e where e.account_id = $1 and e.automation_id = a.id limit 1)
       when i.deleted_at is not null then (
         select clock.at from automation_entry e where e.account_id = $1 and e.item_id = i.id limit 1)
       when a.active then (
         select seconds_after(min(e.base_at), i.delay_hours * 3600.0) from automation_entry e
         where e.account_id = $1 and e.item_id = i.id)
     end
   from automation a, (select now()) as clock (at)
   where i.account_id = $1 and i.id = $2 and a.account_id = $1 and a.id = i.automation_id`,
);

/** Has a mail looked at later, unless nobody looks at it any more; primary key. */
export const laterItem = statement<[accountId: number, id: number, seconds: number], unknown>(
  'automation_runs_later',
  `update automation_item set next_at = now() + make_interval(secs => $3)
   where account_id = $1 and id = $2 and next_at is not null`,
);

/** The same, and says why. */
export const faultItem = statement<[accountId: number, id: number, seconds: number, fault: string], unknown>(
  'automation_runs_fault',
  `update automation_item set next_at = now() + make_interval(secs => $3), failures = failures + 1, fault = $4
   where account_id = $1 and id = $2 and next_at is not null`,
);

/** Nothing is done for the mails of an automation any more; only whoever holds it. Index automation_item_of. */
export const restItems = statement<[accountId: number, automationId: number], unknown>(
  'automation_runs_rest',
  `update automation_item set next_at = null, waiting = 0
   where account_id = $1 and automation_id = $2 and (next_at is not null or waiting <> 0)`,
);

/** Removes some entries of an automation; primary key. */
export const removeEntries = statement<
  [accountId: number, automationId: number, limit: number],
  { readonly contact_id: number }
>(
  'automation_runs_remove_entries',
  `delete from automation_entry e
   where e.account_id = $1 and e.automation_id = $2 and e.contact_id in (
     select contact_id from automation_entry where account_id = $1 and automation_id = $2 order by contact_id limit $3)
   returning e.contact_id`,
);

/** Lets a contact into automations by the lists that it is in; index list_member_by_contact. */
export const enterByListsOf = statement<[accountId: number, contactId: number], unknown>(
  'automation_runs_enter_by_lists',
  'select enter_automations_by_lists($1, $2)',
);

/** Lets contacts into automations by what they did with campaigns; index automation_trigger_live_campaign. */
export const enterByVisitsOf = statement<
  [
    accountId: number,
    campaignIds: readonly number[],
    contactIds: readonly number[],
    types: readonly ('open_campaign' | 'click_campaign')[],
  ],
  unknown
>('automation_runs_enter_by_visits', 'select enter_automations_by_visits($1, $2, $3, $4)');

/** Ends what contacts wait for; index automation_entry_by_contact. */
export const leaveAll = statement<[accountId: number, contactIds: readonly number[]], { readonly entries: number }>(
  'automation_runs_leave',
  'select leave_automations($1, $2) as entries',
);
