import { statement } from '../../../base/db.ts';

type Row = { readonly class: number };

/** Pauses a class; since when stays with one that is paused. Primary key. */
export const insertClassPause = statement<[accountId: number, mailClass: number, reason: string], Row>(
  'accounts_pause_class',
  `insert into mail_class_pause as p (account_id, class, paused_at, reason) values ($1, $2, now(), $3)
   on conflict (account_id, class) do update set paused_at = coalesce(p.paused_at, now()), reason = $3
   returning class`,
);

/** Pauses a class that is not paused; no row for one that is. Primary key. */
export const pauseClassOnce = statement<[accountId: number, mailClass: number, reason: string], Row>(
  'accounts_pause_class_once',
  `insert into mail_class_pause as p (account_id, class, paused_at, reason) values ($1, $2, now(), $3)
   on conflict (account_id, class) do update set paused_at = now(), reason = $3 where p.paused_at is null
   returning class`,
);

/** Lifts the pause of a class; what was put aside comes due by the job that looks for `is_lifted`. Primary key. */
export const liftClassPause = statement<[accountId: number, mailClass: number], Row>(
  'accounts_lift_class',
  `update mail_class_pause set paused_at = null, reason = null, health_since = now(), is_lifted = true
   where account_id = $1 and class = $2 and paused_at is not null
   returning class`,
);

/** Paused classes with whose they are, the latest first; there is a row for each account that ever had one. */
export const pausedClasses = statement<
  [limit: number],
  { readonly email: string; readonly class: number; readonly paused_at: string; readonly reason: string | null }
>(
  'accounts_paused_classes',
  `select a.email, p.class, p.paused_at::text as paused_at, p.reason
   from mail_class_pause p join account a using (account_id)
   where p.paused_at is not null order by p.paused_at desc limit $1`,
);
