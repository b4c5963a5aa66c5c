import { statement } from '../../base/db.ts';

/** A mailing with its counters. */
export interface MailingRow {
  readonly id: string;
  readonly class: number;
  readonly state: 'preparing' | 'sending' | 'paused' | 'cancelled' | 'sent';
  readonly recipients: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  /** Why it was cancelled, when its owner did not. */
  readonly reason: string | null;
}

export const insertMailing = statement<[accountId: number, id: string, mailClass: number, template: Buffer], unknown>(
  'mailings_insert',
  `insert into mailing (account_id, id, class, template) values ($1, $2, $3, $4)`,
);

/** Takes the next numbers for recipients of a mailing that is prepared; returns the last one. Primary key. */
export const takeNumbers = statement<
  [accountId: number, mailingId: string, count: number, most: number],
  { readonly recipients: number }
>(
  'mailings_take_numbers',
  `update mailing set recipients = recipients + $3
   where account_id = $1 and id = $2 and state = 'preparing' and recipients + $3 <= $4
   returning recipients`,
);

export const insertRecipients = statement<
  [accountId: number, mailingId: string, behind: number, recipients: string[], data: (string | null)[]],
  unknown
>(
  'mailings_insert_recipients',
  `insert into mailing_recipient (account_id, mailing_id, recipient_no, recipient, data)
   select $1, $2, $3::integer + r.position, r.recipient, r.data::json
   from unnest($4::text[], $5::text[]) with ordinality as r (recipient, data, position)`,
);

/** Starts a mailing that is prepared; one without recipients is at its end. Primary key. */
export const start = statement<
  [accountId: number, mailingId: string],
  { readonly class: number; readonly recipients: number }
>(
  'mailings_start',
  `update mailing
   set state = case when recipients = 0 then 'sent' else 'sending' end, started_at = now(),
     ended_at = case when recipients = 0 then now() end
   where account_id = $1 and id = $2 and state = 'preparing'
   returning class, recipients`,
);

/** Says to the delivery processes that mail is due, with the commit; rare enough to be part of a transaction. */
export const hintDelivery = statement<[channel: string], unknown>('mailings_hint', `select pg_notify($1, '')`);

export const insertChunks = statement<
  [accountId: number, mailingId: string, mailClass: number, recipients: number, size: number],
  unknown
>(
  'mailings_insert_chunks',
  `insert into mailing_chunk (account_id, mailing_id, chunk_no, first_no, last_no, class, next_at)
   select $1, $2, n, (n - 1) * $5 + 1, least(n * $5, $4), $3, now()
   from generate_series(1, ($4::integer + $5::integer - 1) / $5) as n`,
);

/** Moves a mailing from one of some states to another; no row when it is in none of them. Primary key. */
export const setState = statement<
  [accountId: number, mailingId: string, from: string[], to: string, reason: string | null],
  { readonly id: string }
>(
  'mailings_set_state',
  `update mailing set state = $4, ended_at = case when $4 = 'cancelled' then now() end, reason = $5
   where account_id = $1 and id = $2 and state = any($3)
   returning id`,
);

export const endAllChunks = statement<[accountId: number, mailingId: string], unknown>(
  'mailings_end_all_chunks',
  `update mailing_chunk c set next_at = null
   from (
     select chunk_no from mailing_chunk where account_id = $1 and mailing_id = $2 and next_at is not null
     order by chunk_no for no key update
   ) as open
   where c.account_id = $1 and c.mailing_id = $2 and c.chunk_no = open.chunk_no`,
);

/** Chunks that nobody has leased wait for the end of a pause, where no claim meets them. Primary key. */
export const holdChunks = statement<[accountId: number, mailingId: string], unknown>(
  'mailings_hold_chunks',
  `update mailing_chunk c set next_at = 'infinity'
   from (
     select chunk_no from mailing_chunk where account_id = $1 and mailing_id = $2 and next_at <= now()
     order by chunk_no for no key update
   ) as open
   where c.account_id = $1 and c.mailing_id = $2 and c.chunk_no = open.chunk_no`,
);

/** Chunks that waited for the end of a pause are due. Primary key. */
export const releaseChunks = statement<[accountId: number, mailingId: string], unknown>(
  'mailings_release_chunks',
  `update mailing_chunk set next_at = now()
   where account_id = $1 and mailing_id = $2 and next_at = 'infinity'`,
);

/** Takes the rows in the queue of a paused or cancelled mailing out of it; see sql/0027-claims.sql. */
export const holdRows = statement<[accountId: number, mailingId: string, leaseSeconds: number], unknown>(
  'mailings_hold_rows',
  'select hold_mailing_rows($1, $2, $3)',
);

/** Rows that waited for the end of a pause are due, spread over some seconds. Primary key. */
export const releaseRows = statement<[accountId: number, mailingId: string, spreadSeconds: number], unknown>(
  'mailings_release_rows',
  `update delivery set next_at = now() + make_interval(secs => random() * $3)
   where account_id = $1 and message_id = $2 and next_at = 'infinity'`,
);

export const findMailing = statement<[accountId: number, mailingId: string], MailingRow>(
  'mailings_find',
  `select id, class, state, recipients, delivered, bounced, complained, failed, suppressed, created_at, started_at, ended_at,
     reason
   from mailing where account_id = $1 and id = $2`,
);

/** Templates of mailings that have been started, primary key. */
export const loadTemplates = statement<
  [accountIds: number[], mailingIds: string[]],
  { readonly account_id: number; readonly id: string; readonly started_at: Date; readonly template: Buffer }
>(
  'mailings_load_templates',
  `select m.account_id, m.id, m.started_at, m.template
   from unnest($1::bigint[], $2::uuid[]) as k (account_id, id) join mailing m using (account_id, id)
   where m.started_at is not null`,
);

/** States of mailings; one of a class, or an account, that is paused counts as paused. Primary keys. */
export const statesOf = statement<
  [accountIds: number[], mailingIds: string[]],
  { readonly id: string; readonly state: string }
>(
  'mailings_states',
  `select m.id,
     case when m.state = 'sending' and is_mail_class_held(m.account_id, m.class) then 'paused' else m.state end as state
   from unnest($1::bigint[], $2::uuid[]) as k (account_id, id) join mailing m using (account_id, id)`,
);

/** Values of single recipients, primary key. */
export const loadRecipients = statement<
  [accountIds: number[], mailingIds: string[], recipientNos: number[]],
  { readonly position: number; readonly recipient: string; readonly data: Record<string, string> | null }
>(
  'mailings_load_recipients',
  `select k.position::integer as position, r.recipient, r.data
   from unnest($1::bigint[], $2::uuid[], $3::integer[]) with ordinality
     as k (account_id, mailing_id, recipient_no, position)
   join mailing_recipient r using (account_id, mailing_id, recipient_no)`,
);

/**
 * Mailings of days before the retention that nobody goes on with. There are few mailings: all are read, by the primary key.
 */
export const findForgotten = statement<
  [retentionDays: number, limit: number],
  { readonly account_id: number; readonly id: string }
>(
  'mailings_find_forgotten',
  `select account_id, id from mailing
   where id < uuid_at((now() at time zone 'utc')::date - $1::integer) and state in ('preparing', 'paused')
   order by id limit $2`,
);

/** Mailings that ended before the retention, oldest first. */
export const findExpired = statement<
  [retentionDays: number, limit: number],
  { readonly account_id: number; readonly id: string; readonly recipients: number }
>(
  'mailings_find_expired',
  `select account_id, id, recipients from mailing
   where ended_at < now() - make_interval(days => $1::integer) order by ended_at limit $2`,
);

export const deleteRecipients = statement<[accountId: number, mailingId: string, from: number, to: number], unknown>(
  'mailings_delete_recipients',
  `with outcomes as (
     delete from mailing_outcome where account_id = $1 and mailing_id = $2 and recipient_no between $3 and $4
   )
   delete from mailing_recipient where account_id = $1 and mailing_id = $2 and recipient_no between $3 and $4`,
);

export const deleteMailing = statement<[accountId: number, mailingId: string], unknown>(
  'mailings_delete',
  `with chunks as (delete from mailing_chunk where account_id = $1 and mailing_id = $2)
   delete from mailing where account_id = $1 and id = $2`,
);
