import { statement } from '../../../../base/db.ts';
import { MATCHES, type FilterParameters } from './filter.ts';

/**
 * Makes up to `limit` matching recipients due now if an attempt deferred them by more than `seconds`. Excludes
 * recipients of paused mailings or accounts, and recipients at sites that the operator has stopped.
 */
export const makeDue = statement<[...FilterParameters, seconds: number, limit: number], { readonly count: number }>(
  'delivery_make_due',
  'select make_late_due($1, $2, $3, $4, $5, $6) as count',
);

/**
 * Matches rows that are definitely not leased. Excludes rows that are not ready and due within the duration of a lease
 * ($5), because the due time of a leased row is the end of its lease.
 */
const FREE = `(d.is_ready or d.next_at <= now() or d.next_at > now() + make_interval(secs => $5))`;

export interface MatchedRow {
  /**
   * Number of rows that are not leased and can be removed now. Includes rows that are due but not ready: their lease
   * has expired.
   */
  readonly free: number;
  /** Number of rows that may be in delivery: leased, or due within the duration of a lease. */
  readonly held: number;
}

/** Counts matching recipients in the queue. */
export const countMatched = statement<[...FilterParameters, seconds: number], MatchedRow>(
  'delivery_count_matched',
  `select count(*) filter (where ${FREE})::integer as free, count(*) filter (where not ${FREE})::integer as held
   from delivery d where d.next_at is not null and ${MATCHES}`,
);

export interface PurgedRow {
  readonly account_id: number;
  readonly message_id: string;
  readonly recipient_no: number;
  readonly recipient: string;
  readonly class: number;
  readonly attempts: number;
  readonly epoch: number;
  readonly was_sent: boolean;
  readonly was_delayed: boolean;
}

/** Leases up to `limit` matching recipients that are not leased. */
export const leaseMatched = statement<[...FilterParameters, seconds: number, limit: number, lease: number], PurgedRow>(
  'delivery_lease_matched',
  `select account_id, message_id, recipient_no, recipient, class, attempts, epoch, was_sent, was_delayed
   from lease_matched($1, $2, $3, $4, $5, $6, $7)`,
);

/** Starts or continues the purge with this filter. Returns the number of recipients removed so far. */
export const startPurge = statement<[filter: string], { readonly purged: number }>(
  'delivery_begin_purge',
  `insert into queue_purge (filter) values ($1) on conflict (filter) do update set purged = queue_purge.purged
   returning purged`,
);

/** Increases the number of recipients that a purge has removed. */
export const addPurged = statement<[filter: string, recipients: number], unknown>(
  'delivery_add_purged',
  'update queue_purge set purged = purged + $2 where filter = $1',
);

/** Ends a purge. Returns the total number of recipients removed. */
export const endPurge = statement<[filter: string], { readonly purged: number }>(
  'delivery_end_purge',
  'delete from queue_purge where filter = $1 returning purged',
);

/** Starts a drain, or changes the end of the drain in progress. */
export const insertDrain = statement<[seconds: number], { readonly until: Date }>(
  'delivery_insert_drain',
  `insert into queue_drain (until) values (now() + make_interval(secs => $1))
   on conflict (is_on) do update set until = excluded.until returning until`,
);

export const deleteDrain = statement<[], { readonly until: Date }>(
  'delivery_delete_drain',
  'delete from queue_drain where until > now() returning until',
);

/** Selects the drain in progress. */
export const drainInForce = statement<[], { readonly until: Date }>(
  'delivery_drain',
  'select until from queue_drain where until > now()',
);

export interface PauseRow {
  readonly ready: boolean;
  readonly at_work: boolean;
  readonly chunks: boolean;
}

/**
 * Checks for work that is due or in progress: recipients that are ready, leased, or due within the duration of a lease,
 * and chunks. Reads one row from each of the indexes delivery_ready, delivery_waiting, and mailing_chunk_due.
 */
export const isAtWork = statement<[seconds: number], PauseRow>(
  'delivery_is_at_work',
  `select
     exists (select 1 from delivery where is_ready and next_at is not null
       order by worker, class, account_id, next_at limit 1) as ready,
     exists (select 1 from delivery where not is_ready and next_at is not null
       and next_at <= now() + make_interval(secs => $1) order by next_at limit 1) as at_work,
     exists (select 1 from mailing_chunk where next_at <= now() + make_interval(secs => $1)) as chunks`,
);
