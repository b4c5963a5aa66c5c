import { statement } from '../../../../base/db.ts';

/**
 * Stores the outcomes that `part` (a listener or a step of the delivery engine) failed to process, in the given order.
 * Skips outcomes that are already stored.
 */
export const insertMissed = statement<
  [accountId: number, part: string, messageIds: string[], recipientNos: number[], outcomes: string[], error: string],
  { readonly id: number }
>(
  'delivery_keep_missed',
  `insert into outcome_missed (account_id, part, message_id, recipient_no, outcome, error)
   select $1, $2, m.message_id, m.recipient_no, m.outcome::jsonb, $6
   from unnest($3::uuid[], $4::integer[], $5::text[]) with ordinality
     as m (message_id, recipient_no, outcome, position)
   order by m.position
   on conflict do nothing
   returning id`,
);

/**
 * Selects the pairs of account and part (listener or delivery step) with due outcomes that follow the given pair, in
 * the order of the index outcome_missed_due.
 */
export const dueParts = statement<
  [accountId: number, part: string, limit: number],
  { readonly account_id: number; readonly part: string }
>('delivery_missed_due_parts', 'select account_id, part from missed_parts_due($1, $2, $3)');

/**
 * Selects and locks the due outcomes of `part` (a listener or a delivery step), oldest first. Skips rows that another
 * process has locked.
 */
export const lockMissed = statement<
  [accountId: number, part: string, limit: number],
  { readonly id: number; readonly outcome: unknown; readonly attempts: number }
>(
  'delivery_lock_missed',
  `select id, outcome, attempts from outcome_missed
   where account_id = $1 and part = $2 and next_at <= now()
   order by id limit $3
   for update skip locked`,
);

/** Deletes missed outcomes by ID. Uses the primary key. */
export const deleteMissed = statement<[accountId: number, part: string, ids: number[]], unknown>(
  'delivery_delete_missed',
  'delete from outcome_missed where account_id = $1 and part = $2 and id = any($3::bigint[])',
);

/**
 * Records that processing an outcome failed again, or was not attempted (`attempts` is then unchanged). If `seconds` is
 * null, processing is not retried. Uses the primary key.
 */
export const postponeMissed = statement<
  [accountId: number, part: string, id: number, attempts: number, error: string, seconds: number | null],
  unknown
>(
  'delivery_postpone_missed',
  `update outcome_missed set attempts = $4, error = $5, next_at = now() + make_interval(secs => $6)
   where account_id = $1 and part = $2 and id = $3`,
);

/** Deletes up to `limit` outcomes that were missed more than `days` days ago. Uses the index outcome_missed_old. */
export const purgeMissed = statement<[days: number, limit: number], { readonly id: number }>(
  'delivery_purge_missed',
  `delete from outcome_missed where (account_id, part, id) in (
     select account_id, part, id from outcome_missed
     where missed_at < now() - make_interval(days => $1) order by missed_at limit $2
   ) returning id`,
);

export interface MissedRow {
  readonly part: string;
  readonly waiting: number;
  readonly given_up: number;
  readonly accounts: number;
  readonly oldest_seconds: number;
  readonly error: string;
}

/** Counts missed outcomes per part (listener or delivery step). Considers only the latest `limit` rows. */
export const countMissed = statement<[limit: number], MissedRow>(
  'delivery_count_missed',
  `select part, count(next_at)::integer as waiting, (count(*) - count(next_at))::integer as given_up,
     count(distinct account_id)::integer as accounts,
     extract(epoch from now() - min(missed_at))::float8 as oldest_seconds,
     (array_agg(error order by missed_at desc))[1] as error
   from (select * from outcome_missed order by missed_at desc limit $1) m
   group by part order by part`,
);

/**
 * Selects the given recipients whose status is known but has not been written. Returns their 1-based positions in the
 * parameters. Uses the index outcome_missed_state.
 */
export const missedStates = statement<
  [accountIds: number[], messageIds: string[], recipientNos: number[]],
  { readonly position: number }
>(
  'delivery_missed_states',
  `select k.position::integer as position
   from unnest($1::bigint[], $2::uuid[], $3::integer[]) with ordinality as k (account_id, message_id, recipient_no, position)
   join outcome_missed m using (account_id, message_id, recipient_no)
   where m.part = 'state'`,
);
