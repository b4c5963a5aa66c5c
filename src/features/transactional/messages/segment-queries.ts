import { statement } from '../../../base/db.ts';

/** Forbids sequential scans of the segments in this transaction, because they would read every list of hashes. */
export const forbidReadingAll = statement<[], unknown>(
  'transactional_forbid_reading_all',
  `select set_config('enable_seqscan', 'off', true)`,
);

interface SegmentRow {
  readonly first_id: string;
  readonly last_id: string;
}

type Wanted = [accountId: number, terms: number[], above: string, below: string, limit: number];

/**
 * Selects up to `limit` segments that contain all given terms and overlap the ID range, newest first. The hash of a
 * term includes the account, so very few segments of other accounts match; the outer condition removes these. Uses the
 * index message_segment_terms.
 */
export const newestSegments = statement<Wanted, SegmentRow>('transactional_segments_newest', segments('desc'));

/** Selects the same segments as `newestSegments`, but oldest first. */
export const oldestSegments = statement<Wanted, SegmentRow>('transactional_segments_oldest', segments('asc'));

function segments(direction: 'asc' | 'desc'): string {
  return `with found as materialized (
      select account_id, first_id, last_id from message_segment where terms @> $2::integer[]
    )
    select first_id, last_id from found
    where account_id = $1 and last_id > $3 and first_id < $4 order by last_id ${direction} limit $5`;
}

/** Selects the account's last message that is in a segment. Uses the primary key. */
export const lastSegmented = statement<[accountId: number], { readonly last_id: string }>(
  'transactional_last_segmented',
  'select last_id from message_segment where account_id = $1 order by last_id desc limit 1',
);

/** Selects the accounts after the given account, in the order of their IDs. Uses the primary key. */
export const accountsBehind = statement<[after: number, limit: number], { readonly account_id: number }>(
  'transactional_accounts_behind',
  'select account_id from account where account_id > $1 order by account_id limit $2',
);

/**
 * Selects the accounts that accepted messages after the message with the given ID. Scans message_order, which has one
 * row per account.
 */
export const accountsWithMail = statement<[since: string], { readonly account_id: number; readonly last_id: string }>(
  'transactional_accounts_with_mail',
  'select account_id, last_id from message_order where last_id > $1',
);

/** Selects the given accounts that have at least `size` messages after their last segment. Uses primary keys. */
export const accountsToSegment = statement<[accountIds: number[], size: number], { readonly account_id: number }>(
  'transactional_accounts_to_segment',
  'select accounts_to_segment($1, $2) as account_id',
);

export interface SegmentedRow {
  readonly id: string;
  readonly subject: string;
  readonly tag: string | null;
  readonly recipients: string[];
}

/** Selects the messages of an account after a given message, with their recipients. Uses primary keys. */
export const messagesBehind = statement<[accountId: number, after: string, limit: number], SegmentedRow>(
  'transactional_messages_behind',
  `select m.id, m.subject, m.tag, array(
     select d.recipient from delivery d where d.account_id = $1 and d.message_id = m.id
   ) as recipients
   from message m where m.account_id = $1 and m.id > $2 order by m.id limit $3`,
);

/** Inserts a segment. Returns no row if another process inserted it first. Uses the primary key. */
export const insertSegment = statement<
  [accountId: number, firstId: string, lastId: string, terms: number[]],
  { readonly account_id: number }
>(
  'transactional_insert_segment',
  `insert into message_segment (account_id, first_id, last_id, terms) values ($1, $2, $3, $4::integer[])
   on conflict do nothing returning account_id`,
);

/** Deletes the segments of days whose messages were deleted, for all accounts. */
export const deleteOldSegments = statement<[retentionDays: number], unknown>(
  'transactional_delete_old_segments',
  `delete from message_segment
   where last_id < uuid_at((now() at time zone 'utc')::date - $1::integer)
     and not exists (
       select from message m where m.account_id = message_segment.account_id and m.id = message_segment.last_id
     )`,
);
