import { statement } from '../../../base/db.ts';

/** Where in a trace messages of an account were accepted, of those that are traced. Primary key. */
export const tracesOf = statement<
  [accountId: number, messageIds: string[]],
  { readonly id: string; readonly trace: string }
>(
  'transactional_traces',
  `select m.id, m.head ->> 'trace' as trace from message m
   where m.account_id = $1 and m.id = any($2::uuid[]) and m.head ->> 'trace' is not null`,
);
