import { statement } from '../../../base/db.ts';

export interface SummaryRow {
  readonly id: string;
  readonly received_at: Date;
  readonly mail_from: string;
  readonly recipients: readonly string[];
  readonly sender: string;
  readonly subject: string;
}

const COLUMNS = 'id, received_at, mail_from, recipients, sender, subject';

export const insertMail = statement<
  [
    id: string,
    mailFrom: string,
    recipients: readonly string[],
    sender: string,
    subject: string,
    raw: Buffer,
    accountId: number | null,
  ],
  SummaryRow
>(
  'inbox_insert',
  `insert into inbox_mail (id, mail_from, recipients, sender, subject, raw, account_id)
   select $1::uuid, $2::text, $3::text[], $4::text, $5::text, $6::bytea,
     coalesce($7::bigint, (select account_id from account where is_operator order by account_id limit 1))
   returning ${COLUMNS}`,
);

/** Selects the newest messages with IDs below the given ID, newest first. Uses the primary key. */
export const newestMails = statement<[below: string, limit: number], SummaryRow>(
  'inbox_newest',
  `select ${COLUMNS} from inbox_mail where id < $1 order by id desc limit $2`,
);

/** Selects the newest messages to one recipient, starting below the given ID. */
export const newestMailsTo = statement<[below: string, limit: number, recipients: string[]], SummaryRow>(
  'inbox_newest_to',
  `select ${COLUMNS} from inbox_mail where id < $1 and recipients @> $3 order by id desc limit $2`,
);

/** Selects the newest message that was sent to all of the recipients and arrived at or after a given time. */
export const newestMailSince = statement<[recipients: string[], since: Date], { readonly id: string }>(
  'inbox_newest_since',
  'select id from inbox_mail where recipients @> $1 and received_at >= $2 order by id desc limit 1',
);

export const mailById = statement<[id: string], SummaryRow & { readonly raw: Buffer }>(
  'inbox_by_id',
  `select ${COLUMNS}, raw from inbox_mail where id = $1`,
);

/**
 * Selects the newest messages of one account with IDs below the given ID, newest first. Uses the index
 * inbox_mail_of_account.
 */
export const newestOwnMails = statement<[below: string, limit: number, accountId: number], SummaryRow>(
  'inbox_own_newest',
  `select ${COLUMNS} from inbox_mail where account_id = $3 and id < $1 order by id desc limit $2`,
);

export const newestOwnMailsTo = statement<
  [below: string, limit: number, accountId: number, recipients: string[]],
  SummaryRow
>(
  'inbox_own_newest_to',
  `select ${COLUMNS} from inbox_mail where account_id = $3 and id < $1 and recipients @> $4 order by id desc limit $2`,
);

export const newestOwnMailSince = statement<
  [recipients: string[], since: Date, accountId: number],
  { readonly id: string }
>(
  'inbox_own_newest_since',
  `select id from inbox_mail where account_id = $3 and recipients @> $1 and received_at >= $2 order by id desc limit 1`,
);

export const ownMailById = statement<[id: string, accountId: number], SummaryRow & { readonly raw: Buffer }>(
  'inbox_own_by_id',
  `select ${COLUMNS}, raw from inbox_mail where id = $1 and account_id = $2`,
);

/** Deletes at most `limit` messages, but never the newest `kept` messages. Returns a row for each deleted message. */
export const pruneMails = statement<[kept: number, limit: number], { readonly id: string }>(
  'inbox_prune',
  'delete from inbox_mail where id in (select id from inbox_mail order by id desc offset $1 limit $2) returning id',
);

export const deleteOwnMails = statement<[accountId: number], unknown>(
  'inbox_delete_own',
  'delete from inbox_mail where account_id = $1',
);
