import { statement } from '../../../base/db.ts';

export interface LateRow {
  readonly recipient: string;
  readonly status: number;
  readonly class: number;
}

/** Locks a recipient until the transaction ends, primary key. */
export const lockRecipient = statement<[accountId: number, messageId: string, recipientNo: number], LateRow>(
  'delivery_late_lock',
  `select recipient, status, class from delivery
   where account_id = $1 and message_id = $2 and recipient_no = $3
   for update`,
);

/**
 * Ends a recipient in another state, primary key. Without a time at which it is due, a worker that still holds its lease
 * can write no outcome any more.
 */
export const setLateStatus = statement<
  [accountId: number, messageId: string, recipientNo: number, status: number],
  unknown
>(
  'delivery_late_set',
  `update delivery set status = $4, next_at = null
   where account_id = $1 and message_id = $2 and recipient_no = $3`,
);
