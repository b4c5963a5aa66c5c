import { statement } from '../../../base/db.ts';
import type { Figure } from '../../../mail/languages/figures.ts';
import { countedSoFar } from './since-resume.ts';

type Row = { readonly class: number };

/** Pauses a class of bulk email. Does not change the start of an existing pause. Uses the primary key. */
export const insertClassPause = statement<[accountId: number, mailClass: number, reason: string], Row>(
  'accounts_pause_class',
  `insert into mail_class_pause as p (account_id, class, paused_at, reason) values ($1, $2, now(), $3)
   on conflict (account_id, class) do update set paused_at = coalesce(p.paused_at, excluded.paused_at), reason = $3
   returning class`,
);

/**
 * Pauses a class and queues a notice to the owners. Returns no row if the class is already paused. Uses primary keys.
 */
export const pauseClassOnce = statement<[accountId: number, mailClass: number, reason: string, figure: string], Row>(
  'accounts_pause_class_once',
  `with paused as (
     insert into mail_class_pause as p (account_id, class, paused_at, reason) values ($1, $2, now(), $3)
     on conflict (account_id, class) do update set paused_at = excluded.paused_at, reason = $3 where p.paused_at is null
     returning account_id, class
   ), notified as (
     insert into pause_notice (account_id, class, figure) select account_id, class, $4::jsonb from paused
     on conflict do nothing
   )
   select class from paused`,
);

/**
 * Ends the pause of a class. The job that checks `is_lifted` then makes the held deliveries due. Uses the primary key.
 */
export const liftClassPause = statement<[accountId: number, mailClass: number], Row>(
  'accounts_lift_class',
  `update mail_class_pause set paused_at = null, reason = null, is_lifted = true, health_since = now(),
     health_before = ${countedSoFar('mail_class_hour h where h.account_id = $1 and h.class = $2')}
   where account_id = $1 and class = $2 and paused_at is not null
   returning class`,
);

/**
 * Lists paused classes with the email addresses of their accounts, most recently paused first. The table has a row for
 * each account and class that was ever paused.
 */
export const pausedClasses = statement<
  [limit: number],
  { readonly email: string; readonly class: number; readonly paused_at: string; readonly reason: string | null }
>(
  'accounts_paused_classes',
  `select a.email, p.class, p.paused_at::text as paused_at, p.reason
   from mail_class_pause p join account a using (account_id)
   where p.paused_at is not null order by p.paused_at desc limit $1`,
);

type NoticeRow = { readonly account_id: number; readonly class: number };

/** Lists due notices about pauses. Scans the whole table, which contains at most a few rows. */
export const duePauseNotices = statement<[limit: number], NoticeRow>(
  'accounts_due_pause_notices',
  `select account_id, class from pause_notice where next_at <= now() order by next_at, account_id, class limit $1`,
);

/**
 * Deletes a notice before it is sent. Returns no row if another process has already deleted it. Uses the primary key.
 */
export const takePauseNotice = statement<[accountId: number, mailClass: number], { readonly figure: Figure }>(
  'accounts_take_pause_notice',
  'delete from pause_notice where account_id = $1 and class = $2 returning figure',
);

/** Postpones a notice by one hour, because it could not be sent. Uses the primary key. */
export const deferPauseNotice = statement<[accountId: number, mailClass: number], unknown>(
  'accounts_defer_pause_notice',
  `update pause_notice set next_at = now() + interval '1 hour' where account_id = $1 and class = $2`,
);
