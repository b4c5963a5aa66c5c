import { statement } from '../../../base/db.ts';

/**
 * Adds the rows of `recorded` (batch_id, status) to the counters of their mailings. Marks a frozen or closed mailing as
 * sent when all of its recipients have an outcome.
 */
export const COUNTED = `counted as (
     update mailing m
     set delivered = m.delivered + c.delivered, bounced = m.bounced + c.bounced,
       complained = m.complained + c.complained, failed = m.failed + c.failed,
       suppressed = m.suppressed + c.suppressed,
       state = case when c.finished + m.delivered + m.bounced + m.complained + m.failed + m.suppressed >= m.recipients
         and m.state in ('sending', 'paused') and (m.kind = 'frozen' or m.closed_at is not null)
         then 'sent' else m.state end,
       ended_at = case when c.finished + m.delivered + m.bounced + m.complained + m.failed + m.suppressed >= m.recipients
         and m.state in ('sending', 'paused') and (m.kind = 'frozen' or m.closed_at is not null)
         then c.at else m.ended_at end
     from (
       select l.mailing_id, now() as at, sum(r.finished) as finished,
         coalesce(sum(r.finished) filter (where r.status = 7), 0) as delivered,
         coalesce(sum(r.finished) filter (where r.status = 3), 0) as bounced,
         coalesce(sum(r.finished) filter (where r.status = 4), 0) as complained,
         coalesce(sum(r.finished) filter (where r.status = 2), 0) as failed,
         coalesce(sum(r.finished) filter (where r.status = 1), 0) as suppressed
       from (select batch_id, status, count(*) as finished from recorded group by batch_id, status) as r
       join recipient_batch l on l.account_id = $1 and l.id = r.batch_id
       group by l.mailing_id
     ) as c
     where m.account_id = $1 and m.id = c.mailing_id
   )`;

/** Records final outcomes of queue rows whose recipient batch exists. Uses primary keys. */
export const recordOutcomes = statement<
  [
    accountId: number,
    batchIds: string[],
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
     insert into mailing_outcome (account_id, batch_id, recipient_no, status, finished_at, enhanced, reason)
     select $1, d.batch_id, d.recipient_no, d.status, d.finished_at,
       case when d.status <> 7 then d.enhanced end, case when d.status <> 7 then d.reason end
     from unnest($2::uuid[], $3::integer[], $4::smallint[], $5::timestamptz[], $6::text[], $7::text[])
       as d (batch_id, recipient_no, status, finished_at, enhanced, reason)
     join recipient_batch l on l.account_id = $1 and l.id = d.batch_id
     on conflict do nothing
     returning batch_id, status
   ), ${COUNTED}
   select from recorded`,
);

/**
 * Holds rows that were deferred while their mailing was paused, and ends rows of canceled mailings. Uses primary keys.
 */
export const holdDeferred = statement<[accountId: number, batchIds: string[], recipientNos: number[]], unknown>(
  'mailings_hold_deferred',
  `update delivery d
   set next_at = case when m.state = 'paused' then 'infinity'::timestamptz end,
     status = case when m.state = 'paused' then d.status else 2 end
   from unnest($2::uuid[], $3::integer[]) as k (batch_id, recipient_no)
   join recipient_batch l on l.account_id = $1 and l.id = k.batch_id
   join mailing m on m.account_id = $1 and m.id = l.mailing_id and m.state in ('paused', 'cancelled')
   where d.account_id = $1 and d.message_id = k.batch_id and d.recipient_no = k.recipient_no and d.next_at is not null`,
);

/**
 * Queues recipients that have neither an outcome nor a queue row. They are due immediately, or held if their mailing is
 * paused. Uses primary keys.
 */
export const queueRecipients = statement<[accountId: number, batchIds: string[], recipientNos: number[]], unknown>(
  'mailings_queue_recipients',
  `insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, next_at)
   select $1, l.id, r.recipient_no, r.recipient, m.class, 5, m.state <> 'paused',
     case when m.state = 'paused' then 'infinity'::timestamptz else clock.at end
   from (select now()) as clock (at) cross join unnest($2::uuid[], $3::integer[]) as k (batch_id, recipient_no)
   join recipient_batch l on l.account_id = $1 and l.id = k.batch_id
   join mailing m on m.account_id = $1 and m.id = l.mailing_id
   join mailing_recipient r on r.account_id = $1 and r.batch_id = l.id and r.recipient_no = k.recipient_no
   where m.state in ('sending', 'paused') and not exists (
     select from mailing_outcome o
     where o.account_id = $1 and o.batch_id = l.id and o.recipient_no = r.recipient_no
     offset 0
   )
   on conflict do nothing`,
);

/**
 * Releases leased rows without an attempt if their epochs are valid. Rows of a paused mailing wait until it is resumed,
 * rows of a canceled mailing end, and all other rows are due again. The caller must lock the mailings first. Uses
 * primary keys.
 */
export const holdBack = statement<
  [accountId: number, batchIds: string[], recipientNos: number[], epochs: number[]],
  unknown
>(
  'mailings_hold_back',
  `update delivery d
   set next_at = case when m.state = 'paused' then 'infinity'::timestamptz when m.state = 'cancelled' then null else clock.at end,
     is_ready = m.state not in ('paused', 'cancelled'), taken = greatest(d.taken - 1, 0),
     status = case when m.state = 'cancelled' then 2 else d.status end
   from unnest($2::uuid[], $3::integer[], $4::integer[]) as k (batch_id, recipient_no, epoch)
   join recipient_batch l on l.account_id = $1 and l.id = k.batch_id
   join mailing m on m.account_id = $1 and m.id = l.mailing_id
   cross join (select now()) as clock (at)
   where d.account_id = $1 and d.message_id = k.batch_id and d.recipient_no = k.recipient_no and d.epoch = k.epoch
     and d.next_at is not null`,
);

/**
 * Replaces an outcome with the result of a later report, if its status is one of `from`, and adjusts the counters.
 * Returns the earlier outcome, or no row if the recipient has no outcome or was erased. Uses primary keys.
 */
export const moveOutcome = statement<
  [
    accountId: number,
    batchId: string,
    recipientNo: number,
    status: number,
    from: number[],
    enhanced: string | null,
    reason: string | null,
    erased: string,
  ],
  { readonly status: number; readonly finished_at: Date; readonly class: number; readonly recipient: string | null }
>(
  'mailings_move_outcome',
  `with earlier as materialized (
     select status, finished_at from mailing_outcome
     where account_id = $1 and batch_id = $2 and recipient_no = $3 and not exists (
       select from mailing_recipient r
       where r.account_id = $1 and r.batch_id = $2 and r.recipient_no = $3 and r.recipient = $8
     )
     for no key update
   ), moved as (
     update mailing_outcome o set status = $4, enhanced = $6, reason = $7
     from earlier
     where o.account_id = $1 and o.batch_id = $2 and o.recipient_no = $3 and earlier.status = any($5)
     returning earlier.status as was
   ), counted as (
     update mailing m
     set delivered = m.delivered - (moved.was = 7)::integer,
       bounced = m.bounced + ($4 = 3)::integer - (moved.was = 3)::integer,
       complained = m.complained + ($4 = 4)::integer
     from moved, recipient_batch l where l.account_id = $1 and l.id = $2 and m.account_id = $1 and m.id = l.mailing_id
   )
   select earlier.status, earlier.finished_at, m.class, r.recipient
   from earlier
   join recipient_batch l on l.account_id = $1 and l.id = $2
   join mailing m on m.account_id = $1 and m.id = l.mailing_id
   left join mailing_recipient r on r.account_id = $1 and r.batch_id = $2 and r.recipient_no = $3`,
);

/** Selects the address of a recipient. Uses the primary key. */
export const hasRecipient = statement<
  [accountId: number, batchId: string, recipientNo: number],
  { readonly recipient: string }
>(
  'mailings_has_recipient',
  `select recipient from mailing_recipient where account_id = $1 and batch_id = $2 and recipient_no = $3`,
);

/**
 * Selects, for each recipient, the mailing and the owner's IDs for the mailing (`source`) and for the recipient
 * (`ref`). `position` is the recipient's position in the parameters. Uses primary keys.
 */
export const ownersOf = statement<
  [accountId: number, batchIds: string[], recipientNos: number[]],
  { readonly position: number; readonly mailing: string; readonly source: number | null; readonly ref: number | null }
>(
  'mailings_owners_of',
  `select k.position::integer, l.mailing_id as mailing, m.source, r.ref
   from unnest($2::uuid[], $3::integer[]) with ordinality as k (batch_id, recipient_no, position)
   join recipient_batch l on l.account_id = $1 and l.id = k.batch_id
   join mailing m on m.account_id = $1 and m.id = l.mailing_id
   left join mailing_recipient r on r.account_id = $1 and r.batch_id = k.batch_id and r.recipient_no = k.recipient_no`,
);
