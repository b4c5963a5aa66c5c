import { statement } from '../../../base/db.ts';

/**
 * Adds messages to the counts by minute and by month, and deletes the account's entries that are too old to count. Uses
 * the primary key.
 */
export const chargeRecords = statement<
  [
    accountId: number,
    mailClass: number,
    areMonths: readonly boolean[],
    begins: readonly Date[],
    mails: number,
    minutesBefore: Date,
    monthsBefore: Date,
  ],
  unknown
>(
  'campaign_safeguards_charge_records',
  `with forgotten as (
     delete from record_charge
     where account_id = $1 and mail_class = $2 and (not is_month and at < $6 or is_month and at < $7)
   )
   insert into record_charge as c (account_id, mail_class, is_month, at, mails)
   select $1, $2, g.is_month, g.at, $5 from unnest($3::boolean[], $4::timestamptz[]) as g (is_month, at)
   on conflict (account_id, mail_class, is_month, at) do update set mails = c.mails + excluded.mails`,
);

/** Returns the number of messages that were charged in a month. Uses the primary key. */
export const chargedInMonth = statement<
  [accountId: number, mailClass: number, month: Date],
  { readonly mails: number }
>(
  'campaign_safeguards_records_in_month',
  'select mails from record_charge where account_id = $1 and mail_class = $2 and is_month and at = $3',
);

/**
 * Returns the number of messages charged in each minute since a given time, oldest first. Each row has the end of its
 * minute. Returns at most 1,440 rows per day. Uses the primary key.
 */
export const recordChargesSince = statement<
  [accountId: number, mailClass: number, since: Date],
  { readonly at: Date; readonly mails: number }
>(
  'campaign_safeguards_record_charges',
  `select at + interval '1 minute' as at, mails from record_charge
   where account_id = $1 and mail_class = $2 and not is_month and at >= $3::timestamptz - interval '1 minute' order by 1`,
);
