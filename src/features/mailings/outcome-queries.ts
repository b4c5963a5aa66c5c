import { statement } from '../../base/db.ts';

/** Raises the counters of mailings by what `recorded` (mailing_id, status) holds; the last outcome ends a mailing. */
export const COUNTED = `counted as (
     update mailing m
     set delivered = m.delivered + c.delivered, bounced = m.bounced + c.bounced,
       complained = m.complained + c.complained, failed = m.failed + c.failed,
       suppressed = m.suppressed + c.suppressed,
       state = case when c.finished + m.delivered + m.bounced + m.complained + m.failed + m.suppressed >= m.recipients
         and m.state in ('sending', 'paused') then 'sent' else m.state end,
       ended_at = case when c.finished + m.delivered + m.bounced + m.complained + m.failed + m.suppressed >= m.recipients
         and m.state in ('sending', 'paused') then now() else m.ended_at end
     from (
       select mailing_id, count(*) as finished,
         count(*) filter (where status = 7) as delivered, count(*) filter (where status = 3) as bounced,
         count(*) filter (where status = 4) as complained, count(*) filter (where status = 2) as failed,
         count(*) filter (where status = 1) as suppressed
       from recorded group by mailing_id
     ) as c
     where m.account_id = $1 and m.id = c.mailing_id
   )`;

/** Final outcomes of rows in the queue, for those that belong to mailings. Primary keys. */
export const recordOutcomes = statement<
  [
    accountId: number,
    mailingIds: string[],
    recipientNos: number[],
    statuses: number[],
    finishedAt: Date[],
    enhanced: (string | null)[],
    reasons: (string | null)[],
  ],
  unknown
>(
  'mailings_record_outcomes',
  `with recorded as (
     insert into mailing_outcome (account_id, mailing_id, recipient_no, status, finished_at, enhanced, reason)
     select $1, d.mailing_id, d.recipient_no, d.status, d.finished_at,
       case when d.status <> 7 then d.enhanced end, case when d.status <> 7 then d.reason end
     from unnest($2::uuid[], $3::integer[], $4::smallint[], $5::timestamptz[], $6::text[], $7::text[])
       as d (mailing_id, recipient_no, status, finished_at, enhanced, reason)
     join mailing m on m.account_id = $1 and m.id = d.mailing_id
     on conflict do nothing
     returning mailing_id, status
   ), ${COUNTED}
   select from recorded`,
);

/** Rows that were deferred while their mailing was paused or cancelled wait for ever, or for nothing. Primary keys. */
export const holdDeferred = statement<[accountId: number, mailingIds: string[], recipientNos: number[]], unknown>(
  'mailings_hold_deferred',
  `update delivery d
   set next_at = case when m.state = 'paused' then 'infinity'::timestamptz end,
     status = case when m.state = 'paused' then d.status else 2 end
   from unnest($2::uuid[], $3::integer[]) as k (mailing_id, recipient_no)
   join mailing m on m.account_id = $1 and m.id = k.mailing_id and m.state in ('paused', 'cancelled')
   where d.account_id = $1 and d.message_id = k.mailing_id and d.recipient_no = k.recipient_no and d.next_at is not null`,
);

/** Makes recipients that have neither an outcome nor a row rows of the queue, due now. Primary keys. */
export const queueRecipients = statement<[accountId: number, mailingIds: string[], recipientNos: number[]], unknown>(
  'mailings_queue_recipients',
  `insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, next_at)
   select $1, m.id, r.recipient_no, r.recipient, m.class, 5, m.state <> 'paused',
     case when m.state = 'paused' then 'infinity'::timestamptz else now() end
   from unnest($2::uuid[], $3::integer[]) as k (mailing_id, recipient_no)
   join mailing m on m.account_id = $1 and m.id = k.mailing_id
   join mailing_recipient r on r.account_id = $1 and r.mailing_id = m.id and r.recipient_no = k.recipient_no
   where m.state in ('sending', 'paused') and not exists (
     select from mailing_outcome o
     where o.account_id = $1 and o.mailing_id = m.id and o.recipient_no = r.recipient_no
     offset 0
   )
   on conflict do nothing`,
);

/**
 * Gives leased rows back without an attempt: those of a paused mailing wait for its end, those of a cancelled one for
 * nothing, and any other is due again. Mailings are locked before, only for the holder of the epoch. Primary keys.
 */
export const holdBack = statement<
  [accountId: number, mailingIds: string[], recipientNos: number[], epochs: number[]],
  unknown
>(
  'mailings_hold_back',
  `update delivery d
   set next_at = case m.state when 'paused' then 'infinity'::timestamptz when 'cancelled' then null else now() end,
     is_ready = m.state not in ('paused', 'cancelled'), taken = greatest(d.taken - 1, 0),
     status = case m.state when 'cancelled' then 2 else d.status end
   from unnest($2::uuid[], $3::integer[], $4::integer[]) as k (mailing_id, recipient_no, epoch)
   join mailing m on m.account_id = $1 and m.id = k.mailing_id
   where d.account_id = $1 and d.message_id = k.mailing_id and d.recipient_no = k.recipient_no and d.epoch = k.epoch
     and d.next_at is not null`,
);

/**
 * Moves an outcome on to what a report says of it, when it is one of those that a report moves, and the counters with it.
 * Returns the outcome as it was; no row when the recipient has none. Primary keys.
 */
export const moveOutcome = statement<
  [
    accountId: number,
    mailingId: string,
    recipientNo: number,
    status: number,
    from: number[],
    enhanced: string | null,
    reason: string | null,
  ],
  { readonly status: number; readonly finished_at: Date; readonly class: number; readonly recipient: string | null }
>(
  'mailings_move_outcome',
  `with earlier as materialized (
     select status, finished_at from mailing_outcome
     where account_id = $1 and mailing_id = $2 and recipient_no = $3
     for no key update
   ), moved as (
     update mailing_outcome o set status = $4, enhanced = $6, reason = $7
     from earlier
     where o.account_id = $1 and o.mailing_id = $2 and o.recipient_no = $3 and earlier.status = any($5)
     returning earlier.status as was
   ), counted as (
     update mailing m
     set delivered = m.delivered - (moved.was = 7)::integer,
       bounced = m.bounced + ($4 = 3)::integer - (moved.was = 3)::integer,
       complained = m.complained + ($4 = 4)::integer
     from moved where m.account_id = $1 and m.id = $2
   )
   select earlier.status, earlier.finished_at, m.class, r.recipient
   from earlier
   join mailing m on m.account_id = $1 and m.id = $2
   left join mailing_recipient r on r.account_id = $1 and r.mailing_id = $2 and r.recipient_no = $3`,
);

/** Whether a recipient exists that has no outcome yet, primary key. */
export const hasRecipient = statement<
  [accountId: number, mailingId: string, recipientNo: number],
  { readonly recipient: string }
>(
  'mailings_has_recipient',
  `select recipient from mailing_recipient where account_id = $1 and mailing_id = $2 and recipient_no = $3`,
);
