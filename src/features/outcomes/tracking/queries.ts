import { statement } from '../../../base/db.ts';

export interface VisitedRow {
  readonly message_id: string;
  readonly recipient_no: number;
  readonly recipient: string;
  readonly tag: string | null;
  readonly handed_over_at: Date | null;
}

/**
 * Selects the recipients whose message still exists, with the time of delivery. Uses the primary keys of message and
 * event.
 */
export const visitedRecipients = statement<
  [accountId: number, messageIds: string[], recipientNos: number[]],
  VisitedRow
>(
  'tracking_visited',
  `select v.message_id, v.recipient_no, m.recipient, m.tag, (
     select max(e.occurred_at) from event e
     where e.account_id = $1 and e.message_id = v.message_id and e.recipient_no = v.recipient_no
       and e.event in ('sent', 'delivered')
   ) as handed_over_at
   from unnest($2::uuid[], $3::integer[]) as v (message_id, recipient_no)
   cross join lateral (
     select m.tag, d.recipient from message m join delivery d on d.account_id = $1 and d.message_id = m.id
     where m.account_id = $1 and m.id = v.message_id and d.message_id = v.message_id and d.recipient_no = v.recipient_no
     offset 0
   ) m`,
);

/**
 * Serializes the transactions that write an account's opens and clicks, so that only one of two identical events is
 * recorded as the first.
 */
export const lockVisits = statement<[accountId: number], unknown>(
  'tracking_lock',
  `select pg_advisory_xact_lock(hashtextextended('tracking ' || $1::bigint, 0))`,
);

export interface InsertedVisitRow {
  readonly id: string;
  readonly is_first: boolean;
}

/**
 * Inserts opens and clicks into timelines, except repeated ones: by a person within a minute, or by a proxy at any
 * time. `is_first` is true for the first open and the first click of a recipient. Each recipient has at most `maxRows`
 * rows. The given opens and clicks must differ in recipient, event, or reason. Reads each message's events by primary
 * key.
 */
export const insertVisits = statement<
  [
    accountId: number,
    ids: string[],
    messageIds: string[],
    recipientNos: number[],
    events: string[],
    occurredAt: Date[],
    statuses: (string | null)[],
    reasons: (string | null)[],
    maxRows: number,
  ],
  InsertedVisitRow
>(
  'tracking_insert_visits',
  `with given as materialized (
     select v.*, known.same_kind,
       row_number() over (partition by v.message_id, v.recipient_no, v.event order by v.id) as nth_of_kind,
       known.all_rows + row_number() over (partition by v.message_id, v.recipient_no order by v.id) as nth
     from unnest($2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::timestamptz[], $7::text[], $8::text[])
       as v (id, message_id, recipient_no, event, occurred_at, status, reason)
     cross join lateral (
       select count(*) as all_rows, count(*) filter (where e.event = v.event) as same_kind,
         count(*) filter (
           where e.event = v.event and e.reason is not distinct from v.reason
             and (v.status = 'proxy' or e.occurred_at > v.occurred_at - interval '1 minute')
         ) as repeated
       from event e
       where e.account_id = $1 and e.message_id = v.message_id and e.recipient_no = v.recipient_no
         and e.event in ('opened', 'clicked')
     ) known
     where known.repeated = 0
   ), inserted as (
     insert into event (account_id, message_id, id, recipient_no, event, occurred_at, status, reason)
     select $1, g.message_id, g.id, g.recipient_no, g.event, g.occurred_at, g.status, g.reason
     from given g where g.nth <= $9
     returning id
   )
   select g.id, g.same_kind = 0 and g.nth_of_kind = 1 as is_first from given g join inserted using (id)`,
);
