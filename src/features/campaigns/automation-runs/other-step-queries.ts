import { recordStatement, statement } from '../../../base/db.ts';
import type { ReportedContact } from './parts.ts';

interface WaitValues {
  readonly accountId: number;
  readonly automationId: number;
  readonly contactIds: readonly number[];
  /** Duration of the wait, in minutes. If null, the wait ends at `time` on the next of the given weekdays. */
  readonly minutes: number | null;
  readonly weekdays: readonly number[];
  readonly time: string;
  /** Whether weekdays and the time of day are in the contact's time zone, if it is known. */
  readonly isOfContact: boolean;
  /** Minutes until the first check of the wait. If null, the wait is checked only at its end. */
  readonly checkMinutes: number | null;
}

/**
 * Starts a wait for contacts. The wait starts when the contact reached the step, or now if that was more than ten
 * minutes ago. Uses the primary keys.
 */
export const startWait = recordStatement<WaitValues, unknown>(
  'automation_runs_begin_wait',
  `update automation_entry e set wait_ends_at = w.ends_at,
     base_at = least(w.ends_at, w.now_at + make_interval(mins => $checkMinutes::integer))
   from (
     select s.contact_id, s.now_at, coalesce(
       s.at + make_interval(mins => $minutes::integer),
       next_weekday_time(s.at, $weekdays::integer[], $time::time, s.timezone)
     ) as ends_at
     from (
       select o.contact_id, clock.at as now_at,
         known_timezone(case when $isOfContact::boolean then p.timezone end, c.timezone) as timezone,
         case when o.base_at < clock.at - interval '10 minutes' then clock.at else o.base_at end as at
       from (select now()) as clock (at), account c, automation_entry o, contact p
       where p.account_id = $accountId and p.id = o.contact_id and c.account_id = $accountId and o.account_id = $accountId and o.automation_id = $automationId
         and o.contact_id = any($contactIds::bigint[])
     ) s
   ) w
   where e.account_id = $accountId and e.automation_id = $automationId and e.contact_id = w.contact_id`,
);

/**
 * Schedules the next check of waits in `minutes` minutes, or at the end of the wait if that is earlier. Uses the
 * primary key.
 */
export const checkWaitLater = statement<
  [accountId: number, automationId: number, contactIds: readonly number[], minutes: number],
  unknown
>(
  'automation_runs_check_later',
  `update automation_entry set base_at = least(wait_ends_at, now() + make_interval(mins => $4))
   where account_id = $1 and automation_id = $2 and contact_id = any($3::bigint[])`,
);

/**
 * Returns the contacts for which an event with the given name has occurred since they entered an automation. Uses the
 * index contact_event_by_contact.
 */
export const contactsWithEvent = statement<
  [accountId: number, automationId: number, contactIds: readonly number[], name: string],
  { readonly contact_id: number }
>(
  'automation_runs_with_event',
  `select e.contact_id from automation_entry e
   where e.account_id = $1 and e.automation_id = $2 and e.contact_id = any($3::bigint[]) and exists (
     select from contact_event v
     where v.account_id = $1 and v.contact_id = e.contact_id and v.name = $4 and v.occurred_at >= e.entered_at)`,
);

/**
 * Returns contacts of an automation, each with the properties of the event that its entry refers to (`event_id`). Uses
 * the primary keys.
 */
export const reportedContacts = statement<
  [accountId: number, automationId: number, contactIds: readonly number[]],
  ReportedContact
>(
  'automation_runs_reported',
  `select c.id, c.email, c.first_name, c.last_name, coalesce(v.properties, '{}') as properties
   from automation_entry e
   join contact c on c.account_id = $1 and c.id = e.contact_id
   left join contact_event v on v.account_id = $1 and v.id = e.event_id
   where e.account_id = $1 and e.automation_id = $2 and e.contact_id = any($3::bigint[])`,
);

/** Locks contacts in the order of their IDs. Uses the primary key. */
export const lockContacts = statement<[accountId: number, contactIds: readonly number[]], { readonly id: number }>(
  'automation_runs_hold_contacts',
  `select id from contact where account_id = $1 and id = any($2::bigint[]) order by id for no key update`,
);

/**
 * Locks all automations of an account in the order of their IDs, because a change to contacts can add them to any
 * automation. Uses the primary key.
 */
export const lockAutomations = statement<[accountId: number], { readonly id: number }>(
  'automation_runs_hold_all',
  'select id from automation where account_id = $1 and deleted_at is null order by id for no key update',
);
