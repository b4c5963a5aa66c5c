import { statement } from '../../../../base/db.ts';

type Keys = [accountIds: number[], messageIds: string[], recipientNos: number[], epochs: number[]];

const HELD = `from unnest($1::bigint[], $2::uuid[], $3::integer[], $4::integer[])
     with ordinality as held (account_id, message_id, recipient_no, epoch, position)`;
const OURS = `d.account_id = held.account_id and d.message_id = held.message_id
     and d.recipient_no = held.recipient_no and d.epoch = held.epoch and d.next_at is not null`;

/**
 * Selects `begun` of each row: twice the number of crashes after which the row was deferred, plus 1 if its processing
 * has started and has not ended since. Returns only rows that are still leased with the given epoch. Uses the primary
 * key.
 */
export const startsOf = statement<Keys, { readonly position: number; readonly begun: number }>(
  'delivery_begun',
  `select held.position::integer as position, d.begun ${HELD}
   join delivery d on ${OURS}`,
);

/** Records that processing of rows begins. Uses the primary key. */
export const recordStart = statement<Keys, unknown>(
  'delivery_note_begun',
  `update delivery d set begun = d.begun | 1 ${HELD}
   where ${OURS}`,
);

/** Records that processing of rows ended without an attempt. Uses the primary key. */
export const noteUnbegun = statement<Keys, unknown>(
  'delivery_note_unbegun',
  `update delivery d set begun = d.begun & -2 ${HELD}
   where ${OURS}`,
);

/** Records that rows are deferred because a process died while processing them. Uses the primary key. */
export const noteWaited = statement<Keys, unknown>(
  'delivery_note_waited',
  `update delivery d set begun = (d.begun | 1) + 1 ${HELD}
   where ${OURS}`,
);
