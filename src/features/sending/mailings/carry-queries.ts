import { statement } from '../../../base/db.ts';

/** A recipient batch whose daily partition is about to be dropped. */
export interface OldBatch {
  readonly account_id: number;
  readonly id: string;
  readonly mailing_id: string;
}

/**
 * Selects recipient batches that are more than `days` days old and follow the given batch. Uses the index
 * recipient_batch_day.
 */
export const findOldBatches = statement<[days: number, behind: string, limit: number], OldBatch>(
  'mailings_find_old_batches',
  `select account_id, id, mailing_id from recipient_batch
   where id > $2 and id < uuid_at((now() at time zone 'utc')::date - $1::integer) order by id limit $3`,
);

type RecipientBatch = [accountId: number, batchId: string];

/**
 * Moves rows of the queue to a batch of the current day, or marks their recipients as failed. See
 * sql/functions/carry_over_rows.sql.
 */
export const carryOverRows = statement<
  [...RecipientBatch, leaseSeconds: number, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_rows', 'select carry_over_rows($1, $2, $3, $4, $5) as carried');

/**
 * Moves recipients of a chunk to a batch of the current day. Returns null if the batch has no unleased chunk. See
 * sql/functions/carry_over_chunk.sql.
 */
export const carryOverChunk = statement<
  [...RecipientBatch, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_chunk', 'select carry_over_chunk($1, $2, $3, $4) as carried');

/**
 * Moves recipients of a mailing in preparation to a batch of the current day. See
 * sql/functions/carry_over_prepared.sql.
 */
export const carryOverPrepared = statement<
  [...RecipientBatch, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_prepared', 'select carry_over_prepared($1, $2, $3, $4) as carried');

/** Ends a recipient batch that has no waiting recipients. */
export const endBatch = statement<RecipientBatch, { readonly is_ended: boolean }>(
  'mailings_end_batch',
  'select end_recipient_batch($1, $2) as is_ended',
);

/** Records why the recipients of a batch cannot be moved to a batch of the current day. Uses the primary key. */
export const noteFailure = statement<[...RecipientBatch, failed: string | null], unknown>(
  'mailings_note_batch_failure',
  `update recipient_batch set failed = $3 where account_id = $1 and id = $2 and failed is distinct from $3`,
);

/**
 * Selects recipient batches that cannot be carried over, oldest first, and the reasons. Uses the index
 * recipient_batch_failed.
 */
export const findFailedBatches = statement<[limit: number], OldBatch & { readonly failed: string }>(
  'mailings_find_failed_batches',
  `select account_id, id, mailing_id, failed from recipient_batch where failed is not null order by id limit $1`,
);
