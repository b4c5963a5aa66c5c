import { statement } from '../../../../base/db.ts';

export interface LateRow {
  readonly recipient: string;
  readonly status: number;
  readonly class: number;
  /** End time of the last successful attempt, or null if no attempt succeeded. */
  readonly delivered_at: Date | null;
}

/** Locks a recipient until the transaction ends. Uses primary keys. */
export const lockRecipient = statement<[accountId: number, messageId: string, recipientNo: number], LateRow>(
  'delivery_late_lock',
  `select d.recipient, d.status, d.class, (
     select max(a.finished_at) from attempt a
     where a.account_id = $1 and a.message_id = $2 and a.recipient_no = $3 and a.outcome = 'delivered'
   ) as delivered_at
   from delivery d
   where d.account_id = $1 and d.message_id = $2 and d.recipient_no = $3
   for update of d`,
);

/** Sets the final status of a recipient and clears the due time. Uses the primary key. */
export const setLateStatus = statement<
  [accountId: number, messageId: string, recipientNo: number, status: number],
  unknown
>(
  'delivery_late_set',
  `update delivery set status = $4, next_at = null
   where account_id = $1 and message_id = $2 and recipient_no = $3`,
);
