import { statement, type Database, type Tx } from '../../../base/db.ts';

/**
 * Disables sorting in this transaction. For an account that has far more rows than others, the planner underestimates
 * the number of rows. It would then read and sort all of them instead of scanning the primary key up to the limit.
 */
const forbidSorting = statement<[], unknown>(
  'message_views_forbid_sorting',
  `select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
     set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`,
);

/**
 * Runs `work` in a transaction with sorts, bitmap scans, and sequential scans disabled. The planner then chooses an
 * index scan for an account's newest rows, so the cost does not depend on the number of rows.
 */
export async function walking<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await forbidSorting(tx);
    return work(tx);
  });
}

export interface RecipientStateRow {
  readonly recipient_no: number;
  readonly recipient: string;
  readonly status: number;
  /** Time at which the delivery is due, or at which its lease ends. Null if nothing remains to be done. */
  readonly next_at: Date | null;
}

/** Selects the recipients of a message with their queue state. Uses the primary key. */
export const recipientStates = statement<[accountId: number, messageId: string], RecipientStateRow>(
  'message_views_recipients',
  `select recipient_no, recipient, status, case when isfinite(next_at) then next_at end as next_at from delivery
   where account_id = $1 and message_id = $2 order by recipient_no`,
);

/** Selects the name of an account's API key. Uses the primary key. */
export const keyName = statement<[accountId: number, id: number], { readonly name: string }>(
  'message_views_key_name',
  'select name from api_key where account_id = $1 and id = $2',
);

/**
 * Selects the name of a user. Callers must only pass users who sent from the requesting account. Uses the primary key.
 */
export const personName = statement<[id: number], { readonly name: string }>(
  'message_views_person_name',
  'select name from person where id = $1',
);

/**
 * Maximum number of webhook deliveries that are searched for the deliveries of a message, because there is no index by
 * message.
 */
export const MAX_WEBHOOKS_EXAMINED = 25_000;

export interface WebhookAttemptRow {
  readonly delivery_id: string;
  readonly recipient_no: number | null;
  readonly event: string;
  readonly attempt_no: number;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly answer: number | null;
  readonly fault: string | null;
}

/**
 * Selects at most 200 webhook attempts for a message, in chronological order. Searches only the webhook deliveries with
 * IDs between `since` and `before`, and at most 25,000 of them. Uses the primary keys of both tables.
 */
export const webhookAttemptsOf = statement<
  [accountId: number, messageId: string, since: string, before: string],
  WebhookAttemptRow
>(
  'message_views_webhooks',
  `select d.id as delivery_id, d.recipient_no, d.event, a.attempt_no, a.started_at, a.duration_ms, a.answer, a.fault
   from (
     select id, recipient_no, event, message_id from webhook_delivery
     where account_id = $1 and id > $3 and id < $4 order by id limit ${MAX_WEBHOOKS_EXAMINED}
   ) d
   join webhook_attempt a on a.account_id = $1 and a.delivery_id = d.id and a.delivery_id > $3
   where d.message_id = $2::uuid
   order by a.started_at, d.id, a.attempt_no limit 200`,
);

/**
 * Number of an account's newest messages whose changes are sent to all of the account's listeners. Changes to an older
 * message are sent only if a listener watches that message.
 */
export const MAX_LIVE_MESSAGES = 200;
/** Maximum number of webhook deliveries whose changes listeners receive. */
export const MAX_LIVE_WEBHOOKS = 100;

/** Maximum number of jobs whose progress is sent to listeners. */
const MAX_LIVE_JOBS = 50;

export interface ChangeRow {
  /** The snapshot of the poll (pg_current_snapshot()). */
  readonly snapshot: string;
  readonly kind: 'message' | 'event' | 'attempt' | 'webhook' | 'progress' | null;
  readonly message_id: string | null;
  /** ID of the message, event, or delivery. For an attempt, the ID of its message. */
  readonly id: string | null;
  readonly part_no: number | null;
  /** Number of the transaction that wrote the row. */
  readonly xid: number | null;
}

/**
 * Selects the changes since a transaction to an account's newest messages, to the watched messages, and to the
 * account's newest webhook deliveries and jobs. Returns one row per change, and one row that contains only the
 * snapshot. Each listener's snapshot decides which changes are new to the listener. For row_xid, see
 * sql/functions/row_xid.sql.
 */
export const changesSince = statement<[accountId: number, sinceXid: number, watched: string[]], ChangeRow>(
  'message_views_changes',
  `with here as materialized (
     select pg_current_snapshot()::text as snapshot, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next
   ), looked as materialized (
     (select id, xmin from message where account_id = $1 order by id desc limit ${MAX_LIVE_MESSAGES})
     union
     select id, xmin from message where account_id = $1 and id = any($3::uuid[])
   ), changes as (
     select 'message' as kind, id as message_id, id, null::integer as part_no, xmin from looked
     union all
     select 'event', e.message_id, e.id, e.recipient_no::integer, e.xmin from looked cross join lateral (
       select message_id, id, recipient_no, xmin from event
       where account_id = $1 and message_id = looked.id offset 0
     ) e
     union all
     select 'attempt', message_id, message_id, recipient_no * 65536 + attempt_no, xmin from attempt
     where account_id = $1 and message_id = any($3::uuid[])
     union all
     (select 'webhook', message_id, id, null, xmin from webhook_delivery
      where account_id = $1 order by id desc limit ${MAX_LIVE_WEBHOOKS})
     union all
     (select 'progress', null, id, null, xmin from job_progress
      where account_id = $1 order by id desc limit ${MAX_LIVE_JOBS})
   )
   select here.snapshot, c.kind, c.message_id, c.id, c.part_no, row_xid(c.xmin, here.next) as xid
   from here left join changes c on row_xid(c.xmin, here.next) >= $2
   order by xid nulls first, c.id`,
);

export interface EventRow {
  readonly id: string;
  readonly message_id: string;
  readonly recipient: string | null;
  readonly event: string;
  readonly occurred_at: Date;
  readonly status: string | null;
  readonly reason: string | null;
}

/** Selects events by message and event ID, in chronological order. Uses the primary keys of event and delivery. */
export const eventsByIds = statement<[accountId: number, messageIds: string[], ids: string[]], EventRow>(
  'message_views_events',
  `select e.id, e.message_id, d.recipient, e.event, e.occurred_at, e.status, e.reason
   from unnest($2::uuid[], $3::uuid[]) as wanted (message_id, id)
   cross join lateral (
     select * from event where account_id = $1 and message_id = wanted.message_id and id = wanted.id offset 0
   ) e
   left join lateral (
     select recipient from delivery
     where account_id = $1 and message_id = wanted.message_id and recipient_no = e.recipient_no offset 0
   ) d on true
   order by e.occurred_at, e.id`,
);

export interface WebhookStateRow {
  readonly id: string;
  readonly event_id: string;
  readonly message_id: string | null;
  readonly event: string;
  readonly state: number;
  readonly answer: number | null;
  readonly attempts: number;
  readonly next_at: Date | null;
}

/** Selects webhook deliveries by ID. Uses the primary key. */
export const webhookStates = statement<[accountId: number, ids: string[]], WebhookStateRow>(
  'message_views_webhook_states',
  `select id, event_id, message_id, event, state, answer, attempts,
     case when isfinite(next_at) then next_at end as next_at
   from webhook_delivery where account_id = $1 and id = any($2::uuid[]) order by id`,
);

export interface HourRow {
  readonly hour: Date;
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly failed: number;
  readonly opened: number;
  readonly clicked: number;
}

/** Selects the hourly statistics of the whole account since a time. Their rows have an empty tag. */
export const hoursSince = statement<[accountId: number, since: Date], HourRow>(
  'message_views_hours',
  `select hour, sent, delivered, bounced, complained, failed, opened, clicked from transactional_tag_hour
   where account_id = $1 and tag = '' and hour >= $2 order by hour`,
);

/** Number of messages from which delivery times are calculated. */
export const MAX_TIMED_MESSAGES = 500;

export interface DeliveryTimeRow {
  readonly messages: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

/**
 * Selects percentiles of the time from acceptance to delivery, for the newest messages accepted since a time. The first
 * twelve hex digits of an ID are its timestamp in milliseconds (RFC 9562 section 5.7). Uses the primary keys of message
 * and event.
 */
export const deliveryTimes = statement<[accountId: number, since: string], DeliveryTimeRow>(
  'message_views_delivery_times',
  `select count(*) as messages, percentile_cont(0.5) within group (order by ms) as p50_ms,
     percentile_cont(0.95) within group (order by ms) as p95_ms
   from (
     select greatest(0, extract(epoch from e.occurred_at) * 1000
       - ('x' || lpad(left(replace(m.id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint)::double precision as ms
     from (
       select id from message where account_id = $1 and id > $2 order by id desc limit ${MAX_TIMED_MESSAGES}
     ) m
     cross join lateral (
       select min(occurred_at) as occurred_at from event
       where account_id = $1 and message_id = m.id and event = 'delivered' offset 0
     ) e
     where e.occurred_at is not null
   ) timed`,
);
