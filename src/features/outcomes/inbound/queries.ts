import { statement } from '../../../base/db.ts';

/** Final state of a received message. */
export type InboundState = 'done' | 'ignored' | 'unclassified' | 'unreadable';

export interface InboundRow {
  readonly id: string;
  readonly received_at: Date;
  readonly mail_from: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
  readonly attempts: number;
  readonly epoch: number;
}

export const insertInbound = statement<
  [id: string, mailFrom: string, recipients: readonly string[], peer: string, raw: Buffer],
  unknown
>('inbound_insert', 'insert into inbound_mail (id, mail_from, recipients, peer, raw) values ($1, $2, $3, $4, $5)');

/** Claims due messages, longest overdue first. Uses the index inbound_mail_due. */
export const claimInbound = statement<[limit: number, leaseSeconds: number, maxAttempts: number], InboundRow>(
  'inbound_claim',
  `with due as materialized (
     select id from inbound_mail
     where next_at <= now() and attempts < $3
     order by next_at limit $1
     for update skip locked
   )
   update inbound_mail m
   set next_at = now() + make_interval(secs => $2), epoch = m.epoch + 1, attempts = m.attempts + 1
   from due where m.id = due.id
   returning m.id, m.received_at, m.mail_from, m.recipients, m.raw, m.attempts, m.epoch`,
);

/** Marks messages as unreadable if their last lease expired without a result. Uses the index inbound_mail_due. */
export const failInbound = statement<[maxAttempts: number, reason: string], { readonly id: string }>(
  'inbound_give_up',
  `update inbound_mail set state = 'unreadable', reason = $2, next_at = null
   where next_at <= now() and attempts >= $1
   returning id`,
);

/** Records the result for a message. Returns a row only if the epoch is still valid. Uses the primary key. */
export const finishInbound = statement<
  [id: string, epoch: number, state: InboundState, reason: string | null],
  { readonly id: string }
>(
  'inbound_finish',
  `update inbound_mail set state = $3, reason = $4, next_at = null
   where id = $1 and epoch = $2 and next_at is not null
   returning id`,
);

/**
 * Schedules the next attempt for a message in `seconds` seconds and subtracts `uncounted` from its number of attempts.
 * Changes nothing if the epoch is no longer valid. Uses the primary key.
 */
export const deferInbound = statement<
  [id: string, epoch: number, seconds: number, reason: string | null, uncounted: number],
  unknown
>(
  'inbound_defer',
  `update inbound_mail set next_at = now() + make_interval(secs => $3), reason = $4, attempts = attempts - $5::smallint
   where id = $1 and epoch = $2 and next_at is not null`,
);

/** Deletes at most `limit` processed messages older than `days` days. Returns a row for each. Uses the primary key. */
export const purgeInbound = statement<[days: number, limit: number], { readonly id: string }>(
  'inbound_purge',
  `delete from inbound_mail where id in (
     select id from inbound_mail
     where id < uuid_at((now() at time zone 'utc')::date - $1::integer) and next_at is null
     order by id limit $2
   ) returning id`,
);

/**
 * Deletes at most `limit` of the oldest processed messages that exceed a total of `kept` bytes. Returns a row for each.
 * Uses the primary key.
 */
export const purgeInboundOver = statement<[keptBytes: number, limit: number], { readonly id: string }>(
  'inbound_purge_over',
  `delete from inbound_mail where id in (
     select id from (
       select id, next_at, sum(octet_length(raw)) over (order by id desc) as bytes from inbound_mail
     ) kept
     where bytes > $1 and next_at is null
     order by id limit $2
   ) returning id`,
);

/** Selects a recipient from the queue, or a recipient of a mailing without a queue row. Uses primary keys. */
export const addressOfRecipient = statement<
  [accountId: number, messageId: string, recipientNo: number],
  { readonly recipient: string }
>(
  'inbound_address_of_recipient',
  `select recipient from delivery where account_id = $1 and message_id = $2 and recipient_no = $3
   union
   select recipient from mailing_recipient where account_id = $1 and batch_id = $2 and recipient_no = $3`,
);

/**
 * Selects the recipient with the given number, from the queue or from a mailing. Without a number, selects up to 1,000
 * recipients of the message from the queue. Uses primary keys.
 */
export const recipientsOfMail = statement<
  [accountId: number, messageId: string, recipientNo: number | null],
  { readonly recipient_no: number; readonly recipient: string }
>(
  'inbound_recipients_of_mail',
  `select recipient_no::integer, recipient from delivery
   where account_id = $1 and message_id = $2 and ($3::integer is null or recipient_no = $3)
   union
   select recipient_no, recipient from mailing_recipient where account_id = $1 and batch_id = $2 and recipient_no = $3
   limit 1000`,
);

export const keepUnsubscription = statement<
  [accountId: number, address: string, messageId: string, recipientNo: number],
  unknown
>(
  'inbound_keep_unsubscription',
  `insert into inbound_unsubscribe (account_id, address, message_id, recipient_no) values ($1, lower($2), $3, $4)
   on conflict (account_id, address) do nothing`,
);
