import { recordStatement, statement, type Database, type Tx } from '../../../base/db.ts';

/** A delivery as listed in the log. */
export interface LogRow {
  readonly id: string;
  readonly event_id: string;
  readonly message_id: string | null;
  readonly recipient: string | null;
  readonly tag: string | null;
  readonly event: string;
  readonly occurred_at: Date;
  readonly is_test: boolean;
  readonly state: number;
  readonly attempts: number;
  readonly next_at: Date | null;
  readonly answer: number | null;
  readonly url: string | null;
  readonly replay_id: string | null;
}

/** Bounds of a page: IDs strictly between `above` and `below`, newest first, or oldest first if `ascending`. */
export interface PageBounds {
  readonly above: string;
  readonly below: string;
  readonly limit: number;
  readonly ascending: boolean;
}

/** Conditions on deliveries. An absent condition does not filter. */
export interface LogFilters {
  readonly events?: readonly string[];
  /** Values of the column webhook_delivery.state. */
  readonly states?: readonly number[];
  /** Ranges of response statuses as a PostgreSQL multirange: `{[200,300),[410,411)}`. 0 means no response. */
  readonly answers?: string;
  readonly tag?: string;
  readonly messageId?: string;
  /** Address of the recipient in lower case. */
  readonly recipient?: string;
  /** ID of a replay whose deliveries are selected. */
  readonly replayId?: string;
  /** True to exclude deliveries that a replay created. */
  readonly isFirst?: true;
}

/** Maximum number of deliveries that a page examines. The next page continues with the remaining deliveries. */
export const MAX_EXAMINED = 25_000;

const LIST_COLUMNS = `id, event_id, message_id, recipient, tag, event, occurred_at,
       coalesce(extra ->> 'test' = 'true', false) as is_test, state, attempts, next_at, answer, url, replay_id`;

interface ListValues {
  readonly accountId: number;
  readonly above: string;
  readonly below: string;
  readonly limit: number;
  readonly events: readonly string[] | null;
  readonly states: readonly number[] | null;
  readonly answers: string | null;
  readonly tag: string | null;
  readonly messageId: string | null;
  readonly recipient: string | null;
  readonly replayId: string | null;
  readonly isFirst: true | null;
}

/**
 * Creates the statement that selects the matching deliveries among the first MAX_EXAMINED within the bounds. Uses the
 * primary key, partition by partition. All combinations of filters share one statement.
 */
function listStatement(direction: 'asc' | 'desc') {
  return recordStatement<ListValues, LogRow>(
    `webhooks_log_list_${direction}`,
    `select ${LIST_COLUMNS} from (
       select * from webhook_delivery where account_id = $accountId and id > $above and id < $below
       order by id ${direction} limit ${MAX_EXAMINED}
     ) looked
     where ($events::text[] is null or event = any ($events))
       and ($states::smallint[] is null or state = any ($states))
       and ($answers::int4multirange is null or answer::integer <@ $answers)
       and ($tag::text is null or tag = $tag)
       and ($messageId::uuid is null or message_id = $messageId)
       and ($recipient::text is null or lower(recipient) = $recipient)
       and ($replayId::uuid is null or replay_id = $replayId)
       and ($isFirst::boolean is null or replay_id is null)
     order by id ${direction} limit $limit`,
  );
}

/**
 * Creates a statement that selects the last of the MAX_EXAMINED deliveries of a page, or no row if there are fewer.
 */
function boundaryStatement(direction: 'asc' | 'desc') {
  return statement<[accountId: number, above: string, below: string], { readonly id: string }>(
    `webhooks_log_boundary_${direction}`,
    `select id from webhook_delivery where account_id = $1 and id > $2 and id < $3
     order by id ${direction} limit 1 offset ${MAX_EXAMINED - 1}`,
  );
}

export const listNewest = listStatement('desc');
export const listOldest = listStatement('asc');
export const boundaryOfNewest = boundaryStatement('desc');
export const boundaryOfOldest = boundaryStatement('asc');

/**
 * Disables sorts in query plans for the rest of this transaction. The planner expects few rows within the bounds, and
 * would sort millions of rows instead of scanning the primary key up to the limit.
 */
export const forbidLogSorting = statement<[], unknown>(
  'webhooks_log_forbid_sorting',
  `select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
     set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`,
);

/** Deliveries found for a page. `stoppedAt` is set if the search stopped early and more rows are left to examine. */
export interface FoundDeliveries {
  readonly rows: readonly LogRow[];
  readonly stoppedAt: string | undefined;
}

export async function findDeliveries(
  db: Database,
  accountId: number,
  bounds: PageBounds,
  filters: LogFilters,
): Promise<FoundDeliveries> {
  return db.transaction(async (tx) => findDeliveriesIn(tx, accountId, bounds, filters));
}

/** Returns a page within a transaction. Disables sorts in query plans for the rest of the transaction. */
export async function findDeliveriesIn(
  tx: Tx,
  accountId: number,
  bounds: PageBounds,
  filters: LogFilters,
): Promise<FoundDeliveries> {
  const { above, below, limit, ascending } = bounds;
  await forbidLogSorting(tx);
  const list = ascending ? listOldest : listNewest;
  const rows = await list(tx, { accountId, above, below, limit, ...valuesOf(filters) });
  if (rows.length >= limit) return { rows, stoppedAt: undefined };
  const boundary = ascending ? boundaryOfOldest : boundaryOfNewest;
  const [last] = await boundary(tx, accountId, above, below);
  return { rows, stoppedAt: last?.id };
}

function valuesOf({ answers, events, isFirst, messageId, recipient, replayId, states, tag }: LogFilters) {
  return {
    events: events ?? null,
    states: states ?? null,
    answers: answers ?? null,
    tag: tag ?? null,
    messageId: messageId ?? null,
    recipient: recipient ?? null,
    replayId: replayId ?? null,
    isFirst: isFirst ?? null,
  };
}

/** A delivery with the data that was sent. */
export interface DeliveryRow extends LogRow {
  readonly status: string | null;
  readonly reason: string | null;
  readonly body: Buffer | null;
  readonly format: string | null;
}

/** Selects a delivery. Uses the primary key of one partition. */
export const deliveryById = statement<[accountId: number, id: string], DeliveryRow>(
  'webhooks_log_find',
  `select ${LIST_COLUMNS}, status, reason, body, format from webhook_delivery where account_id = $1 and id = $2`,
);

export interface AttemptRow {
  readonly attempt_no: number;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly url: string;
  readonly answer: number | null;
  readonly answer_headers: Readonly<Record<string, string>> | null;
  readonly answer_body: string | null;
  readonly fault: string | null;
}

/** Selects the attempts of a delivery. Uses the primary key of one partition. */
export const attemptsOfDelivery = statement<[accountId: number, deliveryId: string], AttemptRow>(
  'webhooks_log_attempts',
  `select attempt_no, started_at, duration_ms, url, answer, answer_headers, answer_body, fault from webhook_attempt
   where account_id = $1 and delivery_id = $2
   order by attempt_no`,
);

/** Inserts a copy of a delivery that is due immediately. Returns no row if the delivery does not exist. */
export const resendDelivery = statement<[accountId: number, id: string], { readonly id: string }>(
  'webhooks_log_resend',
  `insert into webhook_delivery (account_id, id, event_id, message_id, recipient_no, recipient, tag, event, occurred_at,
     status, reason, extra, next_at, body, format, url)
   select account_id, uuid_now(), event_id, message_id, recipient_no, recipient, tag, event, occurred_at,
     status, reason, extra, now(), body, format, url
   from webhook_delivery where account_id = $1 and id = $2
   returning id`,
);

/** Inserts a test event that is due immediately. */
export const insertTestDelivery = recordStatement<
  {
    readonly accountId: number;
    readonly eventId: string;
    readonly event: string;
    readonly occurredAt: Date;
    readonly recipient: string | null;
    readonly tag: string | null;
    readonly body: Buffer;
    readonly format: string;
    readonly extra: string;
    readonly status: string | null;
    readonly reason: string | null;
  },
  { readonly id: string }
>(
  'webhooks_log_test',
  `insert into webhook_delivery (account_id, id, event_id, event, occurred_at, recipient, tag, body, format, extra, status,
     reason, next_at)
   values ($accountId, uuid_now(), $eventId, $event, $occurredAt, $recipient, $tag, $body, $format, $extra::jsonb, $status,
     $reason, now())
   returning id`,
);

/** The webhook's properties that the log needs. */
export interface WebhookStateRow {
  readonly url: string;
  readonly format: 'native' | 'compatible';
  readonly state: 'enabled' | 'disabled';
  readonly disabled_by: string | null;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly failures: number;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_failure: string | null;
}

/** Selects the account's webhook. Uses the primary key. */
export const webhookState = statement<[accountId: number], WebhookStateRow>(
  'webhooks_log_state',
  `select url, format, state, disabled_by, disabled_at, failing_since, failures, last_success_at, last_failure_at,
     last_failure
   from webhook where account_id = $1`,
);

export interface WaitingRow {
  readonly waiting: number;
  readonly due_since: Date | null;
}

/** Counts up to `limit` waiting deliveries and selects the earliest due time. Uses the index webhook_delivery_turns. */
export const countWaiting = statement<[accountId: number, limit: number], WaitingRow>(
  'webhooks_log_waiting',
  `select count(*) as waiting, min(next_at) filter (where next_at <= now()) as due_since from (
     (select next_at from webhook_delivery where not is_waiting and account_id = $1 and next_at is not null
      order by next_at limit $2)
     union all
     (select next_at from webhook_delivery where is_waiting and account_id = $1 and next_at is not null
      order by next_at limit $2)
     limit $2
   ) as counted`,
);

export interface AttemptFigures {
  readonly attempts: number;
  readonly received: number;
  readonly median_ms: number | null;
  readonly p95_ms: number | null;
}

/**
 * Selects statistics of the attempts at a URL since a time, among the account's `limit` newest attempts. Uses the
 * primary key: recent deliveries are in the newest partitions, so no index by time is needed.
 */
export const attemptFigures = statement<
  [accountId: number, url: string, sinceId: string, since: Date, limit: number],
  AttemptFigures
>(
  'webhooks_log_figures',
  `select count(*) as attempts, count(*) filter (where answer between 200 and 299) as received,
     percentile_cont(0.5) within group (order by duration_ms) as median_ms,
     percentile_cont(0.95) within group (order by duration_ms) as p95_ms
   from (
     select url, answer, duration_ms, started_at from webhook_attempt
     where account_id = $1 and delivery_id > $3
     order by delivery_id desc, attempt_no desc limit $5
   ) as looked
   where url = $2 and started_at >= $4`,
);
