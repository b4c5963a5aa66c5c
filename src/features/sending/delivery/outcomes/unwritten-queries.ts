import { statement } from '../../../../base/db.ts';

/**
 * Writes the status after an attempt, without adding a row to `attempt`, if the epoch is still valid. Uses the primary
 * key.
 */
export const finishPlainly = statement<
  [
    accountId: number,
    messageId: string,
    recipientNo: number,
    epoch: number,
    status: number,
    delaySeconds: number | null,
    becameDelayed: boolean,
  ],
  { readonly attempt_no: number }
>(
  'delivery_finish_plainly',
  `update delivery d
   set status = $5, attempts = d.attempts + 1, epoch = d.epoch + 1, taken = 0, begun = 0,
     next_at = clock.at + make_interval(secs => $6), is_ready = coalesce($6 <= 0, false),
     delayed_at = case when $7 then clock.at else d.delayed_at end
   from (select now() as at) clock
   where d.account_id = $1 and d.message_id = $2 and d.recipient_no = $3 and d.epoch = $4 and d.next_at is not null
   returning d.attempts + d.passed_over as attempt_no`,
);

/**
 * Writes the status after an attempt if the recipient's delivery is not finished. Ignores the epoch, because the
 * outcome was known before the current lease began.
 */
export const setState = statement<
  [
    accountId: number,
    messageId: string,
    recipientNo: number,
    status: number,
    delaySeconds: number | null,
    becameDelayed: boolean,
  ],
  unknown
>(
  'delivery_set_state',
  `update delivery d
   set status = $4, attempts = d.attempts + 1, epoch = d.epoch + 1, taken = 0, begun = 0,
     next_at = clock.at + make_interval(secs => $5), is_ready = coalesce($5 <= 0, false),
     delayed_at = case when $6 then clock.at else d.delayed_at end
   from (select now() as at) clock
   where d.account_id = $1 and d.message_id = $2 and d.recipient_no = $3 and d.next_at is not null`,
);

/**
 * Adds an attempt to a recipient. Does nothing if the attempt exists or the message no longer exists. Uses the primary
 * key.
 */
export const insertAttempt = statement<
  [
    accountId: number,
    messageId: string,
    recipientNo: number,
    attemptNo: number,
    startedAt: Date,
    finishedAt: Date,
    outcome: string,
    route: string,
    host: string | null,
    address: string | null,
    tls: string | null,
    enhanced: string | null,
    reason: string | null,
    conversation: string,
  ],
  unknown
>(
  'delivery_insert_attempt',
  `insert into attempt (account_id, message_id, recipient_no, attempt_no, started_at, finished_at, outcome, route,
     host, address, tls, status, reason, conversation)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
   where exists (select from delivery where account_id = $1 and message_id = $2 and recipient_no = $3)
   on conflict do nothing`,
);
