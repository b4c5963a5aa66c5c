import { recordStatement, statement } from '../../../base/db.ts';
import type { DueDates } from './due-dates.ts';

/** A due check of the contacts of an account against a trigger. */
export interface DueCheck {
  readonly account_id: number;
  readonly trigger_id: number;
  readonly after_contact_id: number;
  readonly from_day: string | null;
  readonly to_day: string | null;
  /** False if the trigger was deleted or is not live. */
  readonly is_live: boolean;
  readonly automation_id: number;
  readonly segment_id: number | null;
  readonly field_id: number | null;
  readonly days: number | null;
  readonly every_year: boolean | null;
  /** Current day in the account's time zone. */
  readonly today: string;
}

/**
 * Returns the check that has been due longest, or no row. Does not lock the row. Uses the index automation_check_due
 * and primary keys.
 */
export const nextCheck = statement<[], DueCheck>(
  'automation_runs_next_check',
  `select k.account_id, k.trigger_id, k.after_contact_id, k.from_day::text, k.to_day::text, coalesce(t.is_live, false) as is_live,
     coalesce(t.automation_id, 0) as automation_id, t.segment_id, t.field_id, t.days, t.every_year,
     (now() at time zone coalesce(a.timezone, 'UTC'))::date::text as today
   from (select * from automation_check where next_at <= now() order by next_at limit 1) k
   left join automation_trigger t on t.account_id = k.account_id and t.id = k.trigger_id
   left join account a on a.account_id = k.account_id`,
);

/** Locks the row of a check until the transaction ends. Uses the primary key. */
export const holdCheck = statement<
  [accountId: number, triggerId: number],
  Pick<DueCheck, 'after_contact_id' | 'to_day'> & { readonly is_seeded: boolean }
>(
  'automation_runs_hold_check',
  `select after_contact_id, is_seeded, to_day::text from automation_check
   where account_id = $1 and trigger_id = $2 for update`,
);

/**
 * Returns whether contacts can enter through a trigger. Returns no row if the trigger was deleted. Uses the primary
 * key.
 */
export const triggerState = statement<[accountId: number, triggerId: number], { readonly is_live: boolean }>(
  'automation_runs_trigger_state',
  'select is_live from automation_trigger where account_id = $1 and id = $2',
);

/** Returns the given contacts that can receive email. Uses the primary key. */
export const mailableAmong = statement<
  [accountId: number, contactIds: readonly number[]],
  { readonly contact_id: number }
>(
  'automation_runs_mailable',
  'select contact_id from contact_stat where account_id = $1 and contact_id = any($2::bigint[]) and flags = 0',
);

/**
 * Locks contacts against deletion, in the order of their IDs. Returns only contacts that can receive email. Uses the
 * primary key.
 */
export const lockMailable = statement<
  [accountId: number, contactIds: readonly number[]],
  { readonly contact_id: number }
>(
  'automation_runs_lock_mailable',
  `select contact_id from contact_stat where account_id = $1 and contact_id = any($2::bigint[]) and flags = 0
   order by contact_id for key share`,
);

/** Returns stored members of a segment in a range of contact IDs, in ascending order. Uses the primary key. */
export const membersIn = recordStatement<
  {
    readonly accountId: number;
    readonly triggerId: number;
    readonly afterId: number;
    readonly toId: number;
    readonly limit: number;
  },
  { readonly contact_id: number }
>(
  'automation_runs_members',
  `select contact_id from automation_segment_member
   where account_id = $accountId and trigger_id = $triggerId and contact_id > $afterId and contact_id <= $toId::bigint
   order by contact_id limit $limit::integer`,
);

/** Deletes members of a segment. Uses the primary key. */
export const deleteMembers = statement<[accountId: number, triggerId: number, contactIds: readonly number[]], unknown>(
  'automation_runs_delete_members',
  'delete from automation_segment_member where account_id = $1 and trigger_id = $2 and contact_id = any($3::bigint[])',
);

/** Stores members of a segment. Returns the new members. Uses the primary key. */
export const insertMembers = statement<
  [accountId: number, triggerId: number, contactIds: readonly number[]],
  { readonly contact_id: number }
>(
  'automation_runs_insert_members',
  `insert into automation_segment_member (account_id, trigger_id, contact_id) select $1, $2, unnest($3::bigint[])
   on conflict do nothing returning contact_id`,
);

/** Adds contacts to the automation of a trigger, if they can enter. */
export const enterByTrigger = statement<[accountId: number, triggerId: number, contactIds: readonly number[]], unknown>(
  'automation_runs_enter_by_trigger',
  'select enter_automations($1, array_fill($2::bigint, array[cardinality($3::bigint[])]), $3::bigint[])',
);

/** Returns the contact that is `places` positions after `afterId`, in ascending order of IDs. Uses the primary key. */
export const contactFurtherOn = statement<
  [accountId: number, afterId: number, places: number],
  { readonly contact_id: number }
>(
  'automation_runs_further_on',
  `select contact_id from contact_stat where account_id = $1 and contact_id > $2
   order by contact_id offset $3::bigint - 1 limit 1`,
);

/** Returns the contacts in a range of IDs that have one of the given dates in a custom field. Uses the primary key. */
export const contactsWithDate = recordStatement<
  DueDates & {
    readonly accountId: number;
    readonly fieldId: string;
    readonly afterId: number;
    readonly toId: number;
  },
  { readonly id: number }
>(
  'automation_runs_with_date',
  `select id from contact
   where account_id = $accountId and id > $afterId and id <= $toId and deleted_at is null
     and case when $isYearly::boolean then right(fields ->> $fieldId::text, 5) else fields ->> $fieldId::text end = any($values::text[])
     and fields ->> $fieldId::text <= $latest::text collate "C"`,
);

/**
 * Returns those of the given contacts that have entered an automation through a trigger since the start of a day in the
 * account's time zone. Uses the primary key.
 */
export const enteredSince = statement<
  [accountId: number, automationId: number, triggerId: number, contactIds: readonly number[], day: string],
  { readonly contact_id: number }
>(
  'automation_runs_entered_since',
  `select e.contact_id from account a
   join automation_entry e on e.account_id = $1 and e.automation_id = $2 and e.contact_id = any($4::bigint[])
   where a.account_id = $1 and e.trigger_id = $3 and e.entered_at >= $5::date::timestamp at time zone a.timezone`,
);

interface Advance {
  readonly accountId: number;
  readonly triggerId: number;
  readonly afterId: number;
  readonly isSeeded: boolean;
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

/**
 * Schedules a check to continue with the contacts after `afterId`. Checks that became due earlier are processed first.
 * Uses the primary key.
 */
export const continueCheck = recordStatement<Advance, unknown>(
  'automation_runs_continue_check',
  `update automation_check set next_at = now(), after_contact_id = $afterId, is_seeded = $isSeeded, fault = null,
     from_day = $fromDay::date, to_day = $toDay::date
   where account_id = $accountId and trigger_id = $triggerId`,
);

/**
 * Ends a check. The next check starts in `seconds` seconds or, if `toDay` is given, at the start of the next day in the
 * account's time zone. Uses the primary keys.
 */
export const endCheck = recordStatement<Omit<Advance, 'afterId' | 'isSeeded'> & { readonly seconds: number }, unknown>(
  'automation_runs_end_check',
  `update automation_check k set after_contact_id = 0, is_seeded = true, fault = null,
     from_day = $fromDay::date, to_day = $toDay::date,
     next_at = coalesce(($toDay::date + 1)::timestamp at time zone a.timezone, now() + make_interval(secs => $seconds))
   from account a where a.account_id = $accountId and k.account_id = $accountId and k.trigger_id = $triggerId`,
);

/** Schedules the next attempt of a check. `fault` is the reason, or null if there is no error. Uses the primary key. */
export const deferCheck = statement<
  [accountId: number, triggerId: number, seconds: number, fault: string | null],
  unknown
>(
  'automation_runs_defer_check',
  `update automation_check set next_at = now() + make_interval(secs => $3), fault = $4
   where account_id = $1 and trigger_id = $2`,
);

/** Deletes the row of a check. Uses the primary key. */
export const deleteCheck = statement<[accountId: number, triggerId: number], unknown>(
  'automation_runs_delete_check',
  'delete from automation_check where account_id = $1 and trigger_id = $2',
);
