import { statement } from '../../../base/db.ts';

/** What is asked of a record before its content is read. */
interface StampRow {
  readonly updated_at: Date;
  readonly from_email: string;
}

/** When a record was changed last; primary key. */
export const stampOf = statement<[accountId: number, campaignId: number], StampRow>(
  'open_mails_stamp',
  'select updated_at, from_email from campaign where account_id = $1 and id = $2 and deleted_at is null',
);

interface PresentRow {
  readonly mailing_id: string;
  readonly content_hash: Buffer;
}

/** The mailing of a record that takes recipients; index open_mail_present. */
export const presentMail = statement<[accountId: number, campaignId: number], PresentRow>(
  'open_mails_present',
  `select mailing_id, content_hash from open_mail
   where account_id = $1 and campaign_id = $2 and replaced_at is null`,
);

/** Whoever holds the record makes one its present mailing. */
export const insertMail = statement<
  [accountId: number, campaignId: number, mailingId: string, hash: Buffer, slots: readonly string[]],
  unknown
>(
  'open_mails_insert',
  `insert into open_mail (account_id, campaign_id, mailing_id, content_hash, slots) values ($1, $2, $3, $4, $5::text[])`,
);

/** From now on none of the records' mailings is the present one; index open_mail_present. */
export const markReplaced = statement<[accountId: number, campaignIds: readonly number[]], unknown>(
  'open_mails_replace',
  `update open_mail set replaced_at = now()
   where account_id = $1 and campaign_id = any($2::bigint[]) and replaced_at is null`,
);

/** Mailings of records, whether they take recipients or not; primary key. */
export const mailsOf = statement<[accountId: number, campaignIds: readonly number[]], { readonly mailing_id: string }>(
  'open_mails_of',
  `select mailing_id from open_mail
   where account_id = $1 and campaign_id = any($2::bigint[]) order by campaign_id, mailing_id`,
);

interface OldRow {
  readonly account_id: number;
  readonly campaign_id: number;
  readonly mailing_id: string;
}

/** Mailings that were replaced so long ago that nobody has one in hand any more; index open_mail_to_close. */
export const mailsToClose = statement<[afterSeconds: number, limit: number], OldRow>(
  'open_mails_to_close',
  `select account_id, campaign_id, mailing_id from open_mail
   where replaced_at < now() - make_interval(secs => $1) and replaced_at is not null and closed_at is null
   order by replaced_at limit $2`,
);

/** Primary key. */
export const markClosed = statement<[accountId: number, campaignId: number, mailingId: string], unknown>(
  'open_mails_mark_closed',
  'update open_mail set closed_at = now() where account_id = $1 and campaign_id = $2 and mailing_id = $3',
);

/** Mailings that were closed so long ago that no report comes of their mails any more; index open_mail_to_forget. */
export const mailsToForget = statement<[afterDays: number, limit: number], OldRow>(
  'open_mails_to_forget',
  `select account_id, campaign_id, mailing_id from open_mail
   where closed_at < now() - make_interval(days => $1) and closed_at is not null order by closed_at limit $2`,
);

/** Primary key. */
export const deleteMail = statement<[accountId: number, campaignId: number, mailingId: string], unknown>(
  'open_mails_delete',
  'delete from open_mail where account_id = $1 and campaign_id = $2 and mailing_id = $3',
);
