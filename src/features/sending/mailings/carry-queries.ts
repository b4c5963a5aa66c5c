import { statement } from '../../../base/db.ts';

/** A lot of a day that is to be dropped. */
export interface OldLot {
  readonly account_id: number;
  readonly id: string;
  readonly mailing_id: string;
}

/** Lots that were made before today and so many days earlier, behind the given one; index mailing_lot_day. */
export const findOldLots = statement<[days: number, behind: string, limit: number], OldLot>(
  'mailings_find_old_lots',
  `select account_id, id, mailing_id from mailing_lot
   where id > $2 and id < uuid_at((now() at time zone 'utc')::date - $1::integer) order by id limit $3`,
);

type Lot = [accountId: number, lotId: string];

/** Carries rows of the queue over, or ends one as failed; see sql/functions/carry_over_rows.sql. */
export const carryOverRows = statement<
  [...Lot, leaseSeconds: number, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_rows', 'select carry_over_rows($1, $2, $3, $4, $5) as carried');

/** Carries recipients of a chunk over; null when there is no chunk that can be had. */
export const carryOverChunk = statement<
  [...Lot, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_chunk', 'select carry_over_chunk($1, $2, $3, $4) as carried');

/** Carries recipients of a mailing over that is being prepared. */
export const carryOverPrepared = statement<
  [...Lot, limit: number, failed: string | null],
  { readonly carried: number | null }
>('mailings_carry_over_prepared', 'select carry_over_prepared($1, $2, $3, $4) as carried');

/** Ends a lot of which nothing waits. */
export const endLot = statement<Lot, { readonly is_ended: boolean }>(
  'mailings_end_lot',
  'select end_mailing_lot($1, $2) as is_ended',
);

/** Notes why a lot cannot be carried over, primary key. */
export const noteFailure = statement<[...Lot, failed: string | null], unknown>(
  'mailings_note_lot_failure',
  `update mailing_lot set failed = $3 where account_id = $1 and id = $2 and failed is distinct from $3`,
);

/** Lots that cannot be carried over, and why, the oldest first; index mailing_lot_failed. */
export const findFailedLots = statement<[limit: number], OldLot & { readonly failed: string }>(
  'mailings_find_failed_lots',
  `select account_id, id, mailing_id, failed from mailing_lot where failed is not null order by id limit $1`,
);
