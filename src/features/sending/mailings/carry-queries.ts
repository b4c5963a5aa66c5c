import { statement } from '../../../base/db.ts';

/** A recipient batch of a day that is to be dropped. */
export interface OldLot {
  readonly account_id: number;
  readonly id: string;
  readonly mailing_id: string;
}

/**
 * Selects recipient batches created more than `days` days before the current day, after the given one. Uses the index
 * mailing_lot_day.
 */
export const findOldLots = statement<[days: number, behind: string, limit: number], OldLot>(
  'mailings_find_old_lots',
  `select account_id, id, mailing_id from mailing_lot
   where id > $2 and id < uuid_at((now() at time zone 'utc')::date - $1::integer) order by id limit $3`,
);

type Lot = [accountId: number, lotId: string];

/** Carries over rows of the queue, or fails one; see sql/functions/carry_over_rows.sql. */
export const carryOverRows = statement<
  [...Lot, leaseSeconds: number, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_rows', 'select carry_over_rows($1, $2, $3, $4, $5) as carried');

/** Carries over recipients of a chunk; null if no chunk is available. */
export const carryOverChunk = statement<
  [...Lot, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_chunk', 'select carry_over_chunk($1, $2, $3, $4) as carried');

/** Carries over recipients of a mailing in preparation. */
export const carryOverPrepared = statement<
  [...Lot, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_prepared', 'select carry_over_prepared($1, $2, $3, $4) as carried');

/** Ends a recipient batch without waiting recipients. */
export const endLot = statement<Lot, { readonly is_ended: boolean }>(
  'mailings_end_lot',
  'select end_mailing_lot($1, $2) as is_ended',
);

/** Records why a recipient batch cannot be carried over. Uses the primary key. */
export const noteFailure = statement<[...Lot, failed: string | null], unknown>(
  'mailings_note_lot_failure',
  `update mailing_lot set failed = $3 where account_id = $1 and id = $2 and failed is distinct from $3`,
);

/**
 * Selects recipient batches that cannot be carried over and the reasons, oldest first. Uses the index
 * mailing_lot_failed.
 */
export const findFailedLots = statement<[limit: number], OldLot & { readonly failed: string }>(
  'mailings_find_failed_lots',
  `select account_id, id, mailing_id, failed from mailing_lot where failed is not null order by id limit $1`,
);
