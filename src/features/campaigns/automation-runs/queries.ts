import { recordStatement, statement } from '../../../base/db.ts';
import { classIsHeld } from '../../sending/mailings/index.ts';
import type { StepKind, StepSettings } from '../automations/index.ts';
import type { Cap } from './cap-queries.ts';

/** A step that this process has claimed. */
export interface ClaimedItem {
  readonly account_id: number;
  readonly id: number;
  readonly automation_id: number;
  readonly kind: StepKind;
  /** Null if the step is not an email. */
  readonly campaign_id: number | null;
  readonly failures: number;
}

/**
 * Claims the first due step, if any, for `leaseSeconds` seconds. `due_in` is the number of seconds until the next check
 * of any step, or null if no check is scheduled. Uses the index automation_item_due.
 */
export const claimItem = statement<
  [leaseSeconds: number],
  { readonly claimed: ClaimedItem | null; readonly due_in: number | null }
>(
  'automation_runs_claim',
  `select (
     select to_jsonb(c) from (
       select account_id, id, automation_id, kind, campaign_id, failures from claim_automation_item($1)
     ) as c
   ) as claimed, extract(epoch from (
     select min(next_at) from automation_item where next_at is not null
   ) - now())::float8 as due_in`,
);

/** Limits how long the transaction waits for row locks. */
export const waitAtMost = statement<[ms: string], unknown>('automation_runs_wait', `select bound_lock_waits($1)`);

/** A locked automation. */
export interface HeldAutomation {
  readonly title: string;
  readonly active: boolean;
  readonly is_deleted: boolean;
  /** True if the account was removed, closed, restricted or placed on hold. */
  readonly is_stopped: boolean;
  readonly exit_filter: NonNullable<StepSettings['filter']> | null;
  readonly automation_cap: Cap | null;
  /** Seconds until the quiet hours end. Null if emails may be sent now. */
  readonly quiet_seconds: number | null;
}

/** Locks an automation until the transaction ends. Uses the primary key. */
export const lockAutomation = statement<[accountId: number, id: number], HeldAutomation>(
  'automation_runs_hold',
  `select a.title, a.active, a.deleted_at is not null as is_deleted,
     ${classIsHeld('a.account_id', '1')} or coalesce((
       select c.closed_at is not null or c.restricted_at is not null from account c where c.account_id = a.account_id
     ), true) as is_stopped, a.exit_filter, (
       select s.automation_cap from campaign_settings s where s.account_id = a.account_id
     ) as automation_cap, case when a.quiet_hours is not null then (
       select quiet_seconds(a.quiet_hours, c.timezone, now()) from account c where c.account_id = a.account_id
     ) end as quiet_seconds
   from automation a where a.account_id = $1 and a.id = $2 for no key update of a`,
);

export interface ItemRow {
  readonly delay_hours: number;
  readonly settings: StepSettings;
  readonly is_deleted: boolean;
}

/** Locks and returns a step of a locked automation. Uses the primary key. */
export const itemOf = statement<[accountId: number, id: number], ItemRow>(
  'automation_runs_item',
  `select delay_hours, settings, deleted_at is not null as is_deleted
   from automation_item where account_id = $1 and id = $2 for no key update`,
);

/** A contact at a step of an automation. */
export interface EntryRow {
  readonly contact_id: number;
  /** IDs of the emails that were sent to the contact since it last entered the automation. */
  readonly done: readonly number[];
  readonly can_be_mailed: boolean;
  /** `is_in_wait` is true if the wait of the contact has started, and `is_over` is true if the wait has ended. */
  readonly is_in_wait: boolean;
  readonly is_over: boolean;
}

/**
 * Returns contacts for which a step is due, longest waiting first. Uses the index automation_entry_waiting and the
 * primary key.
 */
export const dueEntries = statement<[accountId: number, itemId: number, delayHours: number, limit: number], EntryRow>(
  'automation_runs_due',
  `select e.contact_id, e.done, e.wait_ends_at is not null as is_in_wait, coalesce(e.wait_ends_at <= now(), false) as is_over,
     coalesce(s.flags = 0, false) as can_be_mailed
   from (
     select contact_id, base_at, done, wait_ends_at from automation_entry
     where account_id = $1 and item_id = $2 and base_at <= now() - make_interval(hours => $3)
     order by base_at limit $4
   ) e
   left join lateral (
     select c.flags from contact_stat c where c.account_id = $1 and c.contact_id = e.contact_id offset 0
   ) s on true
   order by e.base_at, e.contact_id`,
);

/**
 * Returns the properties of the events that the contacts' entries in an automation refer to (`event_id`). Uses the
 * primary keys.
 */
export const eventsOf = statement<
  [accountId: number, automationId: number, contactIds: readonly number[]],
  { readonly contact_id: number; readonly properties: Readonly<Record<string, unknown>> }
>(
  'automation_runs_events',
  `select e.contact_id, v.properties from automation_entry e
   join contact_event v on v.account_id = $1 and v.id = e.event_id
   where e.account_id = $1 and e.automation_id = $2 and e.contact_id = any($3::bigint[]) and e.event_id is not null`,
);

/**
 * Returns contacts that are waiting at a step, including contacts for which the step is not due yet. Uses the index
 * automation_entry_waiting.
 */
export const waitingEntries = statement<
  [accountId: number, itemId: number, limit: number],
  Pick<EntryRow, 'contact_id' | 'done'>
>(
  'automation_runs_waiting',
  'select contact_id, done from automation_entry where account_id = $1 and item_id = $2 order by base_at limit $3',
);

/**
 * Result of a step for a contact. `sent` means that the email was sent, `met` that the contact met a condition, `done`
 * that the step was completed in any other way, `left` that the contact left the automation, `skipped` that the step
 * was removed, and `repeated` that the email was sent before.
 */
export type Became = 'sent' | 'done' | 'met' | 'left' | 'skipped' | 'repeated';

interface MoveValues {
  readonly accountId: number;
  readonly automationId: number;
  readonly itemId: number;
  readonly delayHours: number;
  readonly isActive: boolean;
  readonly lateMinutes: number;
  readonly contactIds: readonly number[];
  readonly became: readonly Became[];
  /** ID of each contact's next step. Null means that the automation ends for the contact. */
  readonly nextIds: readonly (number | null)[];
}

/**
 * Moves contacts from a step to the given steps, or to the end of the automation, and updates the counters. After a
 * completed step, the next delay starts when the completed step was due, or now if that time is too long ago. After a
 * removed step, the start of the delay does not change. The caller must hold the lock on the automation. Uses the
 * primary keys.
 */
export const moveOn = recordStatement<MoveValues, unknown>(
  'automation_runs_move',
  `with given as materialized (
     select e.contact_id, g.became, g.next_id, clock.at,
       -- If the removed step was a wait, the contact no longer has to wait for its end.
       case when g.became = 'skipped' then case when e.wait_ends_at is null then e.base_at else least(e.base_at, clock.at) end
         when seconds_after(e.base_at, $delayHours::integer * 3600.0)
           < seconds_after(clock.at, $lateMinutes::integer * -60.0) then clock.at
         else seconds_after(e.base_at, $delayHours::integer * 3600.0) end as base_at
     from (select now()) as clock (at)
     cross join unnest($contactIds::bigint[], $became::text[], $nextIds::bigint[]) as g (contact_id, became, next_id)
     -- Forces a lookup by primary key, because the planner's estimates for a table that has just been filled can be
     -- wrong.
     cross join lateral (
       select w.contact_id, w.item_id, w.base_at, w.wait_ends_at from automation_entry w
       where w.account_id = $accountId and w.automation_id = $automationId and w.contact_id = g.contact_id offset 0
     ) e
     where e.item_id = $itemId
   ), moved as (
     update automation_entry e set item_id = g.next_id, base_at = g.base_at, wait_ends_at = null,
       done = case when g.became = 'sent' then e.done || $itemId::bigint else e.done end,
       ended_at = case when g.next_id is null then g.at end
     from given g
     where e.account_id = $accountId and e.automation_id = $automationId and e.contact_id = g.contact_id
     returning g.next_id, g.became, g.base_at
   ), automations as (
     update automation a set finished = a.finished + c.finished, ended = a.ended + c.gone
     from (
       select count(*) filter (where became <> 'left') as finished, count(*) filter (where became = 'left') as gone
       from moved where next_id is null
     ) c
     where a.account_id = $accountId and a.id = $automationId and c.finished + c.gone > 0
   ), present as (
     update automation_item i set waiting = i.waiting - c.entries, sent = i.sent + c.completed, met = i.met + c.met
     from (
       select count(*) as entries, count(*) filter (where became in ('sent', 'done', 'met')) as completed,
         count(*) filter (where became = 'met') as met
       from moved
     ) c
     where i.account_id = $accountId and i.id = $itemId
   ), following as (
     update automation_item i set waiting = i.waiting + c.entries,
       next_at = case when not $isActive then null when i.failures > 0 and i.next_at is not null then i.next_at
         else least(i.next_at, seconds_after(c.base_at, i.delay_hours * 3600.0)) end
     from (select next_id, count(*) as entries, min(base_at) as base_at from moved where next_id is not null group by next_id) c
     where i.account_id = $accountId and i.id = c.next_id
   )
   select count(*) from moved`,
);

/** Makes an email due for contacts in `hours` hours, regardless of its delay (`delayHours`). Uses the primary key. */
export const postpone = statement<
  [accountId: number, automationId: number, contactIds: readonly number[], delayHours: number, hours: number],
  unknown
>(
  'automation_runs_postpone',
  `update automation_entry set base_at = now() + make_interval(hours => $5) - make_interval(hours => $4)
   where account_id = $1 and automation_id = $2 and contact_id = any($3::bigint[])`,
);

/**
 * Schedules the next check of a step in `seconds` seconds and clears the recorded error. If `seconds` is null, the
 * check is scheduled for the time at which a contact needs it first, if any. Uses automation_entry_waiting and the
 * primary key of entries.
 */
export const scheduleItem = statement<[accountId: number, id: number, seconds: number | null], unknown>(
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

/** Moves the next check of a step to `seconds` seconds from now, if a check is scheduled. Uses the primary key. */
export const laterItem = statement<[accountId: number, id: number, seconds: number], unknown>(
  'automation_runs_later',
  `update automation_item set next_at = now() + make_interval(secs => $3)
   where account_id = $1 and id = $2 and next_at is not null`,
);

/**
 * Moves the next check of a step to `seconds` seconds from now and records the reason, if a check is scheduled. Uses
 * the primary key.
 */
export const faultItem = statement<[accountId: number, id: number, seconds: number, fault: string], unknown>(
  'automation_runs_fault',
  `update automation_item set next_at = now() + make_interval(secs => $3), failures = failures + 1, fault = $4
   where account_id = $1 and id = $2 and next_at is not null`,
);

/**
 * Clears the scheduled checks and waiting counts of all steps of an automation. The caller must hold the lock on the
 * automation. Uses the index automation_item_of.
 */
export const clearItemChecks = statement<[accountId: number, automationId: number], unknown>(
  'automation_runs_rest',
  `update automation_item set next_at = null, waiting = 0
   where account_id = $1 and automation_id = $2 and (next_at is not null or waiting <> 0)`,
);

/** Removes up to `limit` entries of an automation. Uses the primary key. */
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
