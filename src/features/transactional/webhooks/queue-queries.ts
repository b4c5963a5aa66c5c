import { recordStatement, statement } from '../../../base/db.ts';

/**
 * Inserts deliveries of events if the account's webhook has selected the events. A delivery has the tag of the event's
 * message or, without a message, of its alert. The deliveries are held while the webhook is disabled. If the optional
 * event `suppressed` is not selected, suppressed recipients are reported as `failed`. The database generates the IDs,
 * so that each row's day has a partition. Returns a row per delivery. Uses the primary keys of webhook and message.
 */
export const insertDeliveries = recordStatement<
  {
    readonly accountId: number;
    readonly eventIds: string[];
    readonly messageIds: (string | null)[];
    readonly recipientNos: (number | null)[];
    readonly recipients: (string | null)[];
    readonly events: string[];
    readonly occurredAt: Date[];
    readonly statuses: (string | null)[];
    readonly reasons: (string | null)[];
    readonly extras: (string | null)[];
  },
  { readonly state: number }
>(
  'webhooks_insert_deliveries',
  `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, tag, event, occurred_at,
     status, reason, extra, state, next_at)
   select $accountId, uuid_now(), e.event_id, e.message_id, e.recipient_no, e.recipient,
     case when e.message_id is null then e.extra ->> 'tag' else m.tag end, notified.event, e.occurred_at, e.status, e.reason,
     e.extra, case when w.state = 'enabled' then 0 else 3 end, case when w.state = 'enabled' then now() end
   from webhook w
   cross join unnest($eventIds::uuid[], $messageIds::uuid[], $recipientNos::integer[], $recipients::text[],
     $events::text[], $occurredAt::timestamptz[], $statuses::text[], $reasons::text[], $extras::jsonb[])
     as e (event_id, message_id, recipient_no, recipient, event, occurred_at, status, reason, extra)
   cross join lateral (
     select case when e.event = 'suppressed' and not 'suppressed' = any (w.events) then 'failed' else e.event end as event
   ) notified
   left join lateral (
     select m.tag from message m where m.account_id = $accountId and m.id = e.message_id offset 0
   ) m on true
   where w.account_id = $accountId and notified.event = any (w.events)
   returning state`,
);

/**
 * Records attempts of an account and their effect on the receiver's health in one statement. A delivery with a delay is
 * due after the delay. A delivery without a delay ends or is held. The epochs prove ownership, even if the delivery was
 * held during the attempt. Returns the 1-based positions of the deliveries that were still owned. Uses primary keys.
 */
export const finishDeliveries = recordStatement<
  {
    readonly accountId: number;
    readonly ids: string[];
    readonly epochs: number[];
    readonly states: number[];
    readonly delaySeconds: (number | null)[];
    readonly answers: (number | null)[];
    readonly bodies: (Buffer | null)[];
    readonly formats: (string | null)[];
    readonly startedAtMs: number[];
    readonly durationsMs: number[];
    readonly urls: string[];
    /** 1-based index of each attempt's headers in `headers`. */
    readonly headerNos: (number | null)[];
    readonly answerBodies: (string | null)[];
    readonly faults: (string | null)[];
    readonly succeededAt: Date | null;
    readonly failedAt: Date | null;
    readonly failingSince: Date | null;
    readonly failures: number;
    readonly failure: string | null;
    readonly leastId: string;
    readonly greatestId: string;
    /**
     * Distinct response headers as JSON. Equal headers are passed only once, because responses that arrive together
     * usually have the same headers.
     */
    readonly headers: string[];
  },
  { readonly position: number }
>(
  'webhooks_finish',
  `with done as materialized (
     select o.*, ($headers::jsonb[])[o.headers_no] as headers, now() + make_interval(secs => o.delay_seconds) as due_at
     from unnest($ids::uuid[], $epochs::integer[], $states::smallint[], $delaySeconds::float8[], $answers::smallint[],
       $bodies::bytea[], $formats::text[], $startedAtMs::float8[], $durationsMs::integer[], $urls::text[],
       $headerNos::integer[], $answerBodies::text[], $faults::text[])
       with ordinality as o (id, epoch, state, delay_seconds, answer, body, format, started_at, duration_ms, url,
         headers_no, answer_body, fault, position)
   ), finished as (
     update webhook_delivery d
     set state = done.state, attempts = d.attempts + 1, epoch = d.epoch + 1,
       next_at = done.due_at, is_waiting = true,
       answer = coalesce(done.answer, 0), body = coalesce(d.body, done.body), format = coalesce(d.format, done.format)
     from done
     where d.account_id = $accountId and d.id = done.id and d.epoch = done.epoch and d.state in (0, 3)
       -- Without the list of IDs, a query plan may read all rows of the account for the join. Without the bounds, it
       -- may read every partition.
       and d.id = any ($ids) and d.id between $leastId and $greatestId
     returning done.*, d.attempts
   ), recorded as (
     insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, answer,
       answer_headers, answer_body, fault)
     select $accountId, id, attempts, to_timestamp(started_at / 1000), duration_ms, url, answer, headers, answer_body, fault
     from finished
   ), judged as (
     update webhook w
     set last_success_at = greatest(w.last_success_at, $succeededAt::timestamptz),
       last_failure_at = greatest(w.last_failure_at, $failedAt::timestamptz),
       last_failure = coalesce($failure::text, w.last_failure),
       failing_since = case
         when $succeededAt::timestamptz is null then coalesce(w.failing_since, $failingSince::timestamptz)
         else $failingSince::timestamptz end,
       failures = case when $succeededAt::timestamptz is null then w.failures else 0 end + $failures::integer
     where w.account_id = $accountId and (
       $failedAt::timestamptz is not null
       or $succeededAt::timestamptz is not null
         and (w.failing_since is not null or w.last_success_at is null
           or w.last_success_at < $succeededAt::timestamptz - interval '1 second')
     )
   )
   select position::integer as position from finished`,
);

/**
 * Fallback for `finishDeliveries`: updates a delivery after an attempt, without recording the attempt. The epoch proves
 * ownership. Uses the primary key.
 */
export const settleDelivery = recordStatement<
  {
    readonly accountId: number;
    readonly id: string;
    readonly epoch: number;
    readonly state: number;
    readonly delaySeconds: number | null;
    readonly answer: number | null;
    readonly body: Buffer | null;
    readonly format: string | null;
  },
  { readonly attempts: number }
>(
  'webhooks_settle',
  `update webhook_delivery
   set state = $state, attempts = attempts + 1, epoch = epoch + 1,
     next_at = now() + make_interval(secs => $delaySeconds::float8), is_waiting = true, answer = coalesce($answer::smallint, 0), body = coalesce(body, $body),
     format = case when coalesce(body, $body) is null then null else coalesce(format, $format) end
   where account_id = $accountId and id = $id and epoch = $epoch and state in (0, 3)
   returning attempts`,
);

/** Fallback for `finishDeliveries`: records an attempt without its response. `fault` contains the reason. */
export const noteAttempt = statement<
  [
    accountId: number,
    deliveryId: string,
    attemptNo: number,
    startedAt: Date,
    durationMs: number,
    url: string,
    fault: string,
  ],
  unknown
>(
  'webhooks_note_attempt',
  `insert into webhook_attempt (account_id, delivery_id, attempt_no, started_at, duration_ms, url, fault)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
);

/**
 * Releases leased deliveries of an account, which are then due after a delay, without recording an attempt. The epochs
 * prove ownership. Uses the primary key.
 */
export const releaseDeliveries = statement<
  [accountId: number, ids: string[], epochs: number[], seconds: number],
  unknown
>(
  'webhooks_give_back',
  `update webhook_delivery d set next_at = now() + make_interval(secs => $4::float8), is_waiting = $4::float8 > 0
   from unnest($2::uuid[], $3::integer[]) as held (id, epoch)
   where d.account_id = $1 and d.id = held.id and d.epoch = held.epoch and d.state = 0 and d.id = any ($2)`,
);

/**
 * Holds leased deliveries, for example because their webhook is disabled or deleted. Held deliveries can be replayed.
 * The epochs prove ownership. Uses the primary key.
 */
export const holdClaimed = statement<[accountId: number, ids: string[], epochs: number[]], unknown>(
  'webhooks_hold_claimed',
  `update webhook_delivery d set state = 3, next_at = null, epoch = d.epoch + 1
   from unnest($2::uuid[], $3::integer[]) as held (id, epoch)
   where d.account_id = $1 and d.id = held.id and d.epoch = held.epoch and d.state = 0 and d.id = any ($2)`,
);

/**
 * Holds up to `limit` waiting deliveries to the URL of a disabled or deleted webhook, and returns a row for each.
 * Attempts in progress keep their epoch, so that their results are still recorded. Uses the index
 * webhook_delivery_turns.
 */
export const holdWaiting = statement<[accountId: number, limit: number], unknown>(
  'webhooks_hold_waiting',
  `with turns as materialized (
     select d.id from webhook_delivery d
     where not d.is_waiting and d.account_id = $1 and d.next_at is not null and d.url is null
       and not exists (select from webhook w where w.account_id = $1 and w.state = 'enabled')
     order by d.next_at desc limit $2
     for update skip locked
   ), waiting as materialized (
     select d.id from webhook_delivery d
     where d.is_waiting and d.account_id = $1 and d.next_at is not null and d.url is null
       and not exists (select from webhook w where w.account_id = $1 and w.state = 'enabled')
     order by d.next_at desc limit greatest(0, $2 - (select count(*) from turns))
     for update skip locked
   )
   update webhook_delivery d set state = 3, next_at = null
   where d.account_id = $1 and d.id = any (array(select id from turns union all select id from waiting))
   returning d.state`,
);

/**
 * Disables a webhook whose receiver no longer exists, unless the webhook was changed after the attempt started. Returns
 * a row if it disabled the webhook. Uses the primary key.
 */
export const disableGone = statement<[accountId: number, url: string, startedAt: Date], unknown>(
  'webhooks_disable_gone',
  `update webhook set state = 'disabled', disabled_by = 'gone', disabled_at = now(), updated_at = now()
   where account_id = $1 and state = 'enabled' and url = $2 and updated_at <= $3 returning state`,
);

export interface UnhealthyWebhookRow {
  readonly account_id: number;
  readonly email: string;
  readonly url: string;
  readonly is_gone: boolean;
  readonly since: Date;
  readonly failures: number;
  readonly last_failure: string | null;
}

/**
 * Selects webhooks whose owners must be notified, and marks them as notified. An owner must be notified if the receiver
 * no longer exists, or if at least `leastFailures` attempts in a row have failed over at least `leastSeconds`. Uses the
 * index webhook_troubled.
 */
export const takeUnhealthy = statement<
  [leastFailures: number, leastSeconds: number, limit: number],
  UnhealthyWebhookRow
>('webhooks_take_troubled', 'select * from take_unhealthy_webhooks($1, $2, $3)');
