import { statement } from '../../../base/db.ts';

interface StampRow {
  readonly updated_at: Date;
  readonly from_email: string;
}

/**
 * Returns the time of the last change to an automation or confirmation email, and its sender address. Uses the primary
 * key.
 */
export const stampOf = statement<[accountId: number, campaignId: number], StampRow>(
  'open_mailings_stamp',
  'select updated_at, from_email from campaign where account_id = $1 and id = $2 and deleted_at is null',
);

interface PresentRow {
  readonly mailing_id: string;
  readonly content_hash: Buffer;
}

/**
 * Returns the current mailing of an automation or confirmation email. New recipients are added to this mailing. Uses
 * the index open_mailing_present.
 */
export const presentMail = statement<[accountId: number, campaignId: number], PresentRow>(
  'open_mailings_present',
  `select mailing_id, content_hash from open_mailing
   where account_id = $1 and campaign_id = $2 and replaced_at is null`,
);

/**
 * Makes a mailing the current mailing of an automation or confirmation email. The caller must have locked the email's
 * campaign row.
 */
export const insertMail = statement<
  [accountId: number, campaignId: number, mailingId: string, hash: Buffer, slots: readonly string[]],
  unknown
>(
  'open_mailings_insert',
  `insert into open_mailing (account_id, campaign_id, mailing_id, content_hash, slots) values ($1, $2, $3, $4, $5::text[])`,
);

/** Marks the current mailings of automation or confirmation emails as replaced. Uses the index open_mailing_present. */
export const markReplaced = statement<[accountId: number, campaignIds: readonly number[]], unknown>(
  'open_mailings_replace',
  `update open_mailing set replaced_at = now()
   where account_id = $1 and campaign_id = any($2::bigint[]) and replaced_at is null`,
);

/**
 * Returns all mailings of automation or confirmation emails, including mailings that were replaced. Uses the primary
 * key.
 */
export const mailsOf = statement<[accountId: number, campaignIds: readonly number[]], { readonly mailing_id: string }>(
  'open_mailings_of',
  `select mailing_id from open_mailing
   where account_id = $1 and campaign_id = any($2::bigint[]) order by campaign_id, mailing_id`,
);

interface OldRow {
  readonly account_id: number;
  readonly campaign_id: number;
  readonly mailing_id: string;
}

/**
 * Returns mailings that were replaced more than `afterSeconds` seconds ago and are not closed yet. Uses the index
 * open_mailing_to_close.
 */
export const mailsToClose = statement<[afterSeconds: number, limit: number], OldRow>(
  'open_mailings_to_close',
  `select account_id, campaign_id, mailing_id from open_mailing
   where replaced_at < now() - make_interval(secs => $1) and replaced_at is not null and closed_at is null
   order by replaced_at limit $2`,
);

/** Records that a mailing was closed. Uses the primary key. */
export const markClosed = statement<[accountId: number, campaignId: number, mailingId: string], unknown>(
  'open_mailings_mark_closed',
  'update open_mailing set closed_at = now() where account_id = $1 and campaign_id = $2 and mailing_id = $3',
);

/** Returns mailings that were closed more than `afterDays` days ago. Uses the index open_mailing_to_forget. */
export const mailsToForget = statement<[afterDays: number, limit: number], OldRow>(
  'open_mailings_to_forget',
  `select account_id, campaign_id, mailing_id from open_mailing
   where closed_at < now() - make_interval(days => $1) and closed_at is not null order by closed_at limit $2`,
);

/** Deletes the row of a mailing. Uses the primary key. */
export const deleteMail = statement<[accountId: number, campaignId: number, mailingId: string], unknown>(
  'open_mailings_delete',
  'delete from open_mailing where account_id = $1 and campaign_id = $2 and mailing_id = $3',
);
