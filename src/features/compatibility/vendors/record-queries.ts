import { statement } from '../../../base/db.ts';
import { EVENT_COLUMNS, EVENT_TABLES, type EventRow } from './queries.ts';
import type { Metadata } from './types.ts';

/** A stored request. */
export interface MessageRow {
  readonly id: string;
  readonly domain: string;
  /**
   * The mailing that sends a separate message to each recipient. Null if one message is sent to all recipients, who
   * then see each other's addresses.
   */
  readonly mailing_id: string | null;
  readonly stream: string | null;
  readonly sender: string;
  readonly subject: string;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly created_at: Date;
  readonly recipients: readonly string[];
  /** Whether any result (such as a delivery or a failure) has been recorded for the request. */
  readonly is_sent: boolean;
}

const MESSAGE = `m.id, m.domain, m.mailing_id, m.stream, m.sender, m.subject, m.tags, m.metadata, m.created_at,
     array(select r.address from vendor_recipient r
      where r.account_id = m.account_id and r.message_id = m.id order by r.recipient_no) as recipients, ${sentWhere('m')} as is_sent`;

function sentWhere(table: string): string {
  return `exists (select from vendor_event e where e.account_id = ${table}.account_id and e.message_id = ${table}.id
      and e.event <> 'accepted')`;
}

type Wanted = [
  accountId: number,
  vendor: string,
  domain: string | null,
  begin: Date,
  end: Date,
  recipient: string | null,
  sender: string | null,
  tag: string | null,
  subject: string | null,
  stream: string | null,
  isSent: boolean | null,
  metadata: string | null,
];

const WANTED = `m.account_id = $1 and m.vendor = $2 and ($3::text is null or m.domain = $3)
     and m.created_at >= $4 and m.created_at <= $5
     and ($6::text is null or exists (select from vendor_recipient r
       where r.account_id = m.account_id and r.message_id = m.id and lower(r.address) = lower($6)))
     and ($7::text is null or m.sender ilike '%' || $7 || '%') and ($8::text is null or m.tags @> array[$8::text])
     and ($9::text is null or m.subject = $9) and ($10::text is null or m.stream = $10)
     and ($11::boolean is null or ${sentWhere('m')} = $11) and ($12::jsonb is null or m.metadata::jsonb @> $12::jsonb)`;

/** Selects requests of an account, newest first. Scans the primary key backwards. */
export const messagesOf = statement<[...Wanted, limit: number, offset: number], MessageRow>(
  'vendors_messages_of',
  `select ${MESSAGE} from vendor_message m where ${WANTED} order by m.id desc limit $13 offset $14`,
);

/** Counts the matching requests, up to a limit. */
export const countMessages = statement<[...Wanted, limit: number], { readonly messages: number }>(
  'vendors_count_messages',
  `select count(*)::integer as messages from (select 1 from vendor_message m where ${WANTED} limit $13) counted`,
);

/** Selects one request. Uses the primary key. */
export const messageOf = statement<[accountId: number, vendor: string, id: string, domain: string | null], MessageRow>(
  'vendors_message_of',
  `select ${MESSAGE} from vendor_message m
   where m.account_id = $1 and m.vendor = $2 and m.id = $3 and ($4::text is null or m.domain = $4)`,
);

/** Selects the events of a message, earliest first. Uses the index vendor_event_message. */
export const eventsOfMessage = statement<[accountId: number, messageId: string, limit: number], EventRow>(
  'vendors_events_of_message',
  `select ${EVENT_COLUMNS} from ${EVENT_TABLES} where e.account_id = $1 and e.message_id = $2 order by e.id limit $3`,
);

/** Checks whether an earlier event of the same kind exists for a recipient. Uses the index vendor_event_message. */
export const hadBefore = statement<
  [accountId: number, messageId: string, recipientNo: number, event: string, id: number],
  { readonly had: boolean }
>(
  'vendors_had_before',
  `select exists (select from vendor_event e where e.account_id = $1 and e.message_id = $2 and e.recipient_no = $3
     and e.event = $4 and e.id < $5) as had`,
);

/** SQL expression for an event's kind of failure. */
export const FAILURE = `case when e.event = 'complained' then 'complaint' when e.event = 'failed' then 'gave_up'
     when e.event = 'suppressed' then 'deactivated'
     when e.event = 'delayed' then 'delayed' when e.details ->> 'status' like '5.7.%' then 'blocked' else 'hard' end`;

/**
 * Kinds of failures: a spam complaint, no more attempts (`gave_up`), a suppressed address (`deactivated`), a delay, a
 * rejection by policy (`blocked`), or any other bounce (`hard`).
 */
export type FailureKind = 'complaint' | 'gave_up' | 'deactivated' | 'delayed' | 'blocked' | 'hard';

/**
 * SQL condition for failures. Suppressed recipients of a single message are excluded, because the response already
 * reported them. Suppressed recipients of bulk email are included, because they are detected after the response.
 */
const IS_FAILURE = `(e.event in ('bounced', 'failed', 'complained', 'delayed')
     or e.event = 'suppressed' and m.mailing_id is not null)`;

/** A failed delivery to a recipient. */
export interface FailureRow extends EventRow {
  readonly failure: FailureKind;
}

type FailuresQuery = [
  accountId: number,
  vendor: string,
  domain: string | null,
  begin: Date,
  end: Date,
  kinds: readonly string[] | null,
  recipient: string | null,
  tag: string | null,
  messageId: string | null,
  stream: string | null,
];

const FAILED = `e.account_id = $1 and e.vendor = $2 and ($3::text is null or e.domain = $3)
     and e.recorded_at >= $4 and e.recorded_at <= $5 and ${IS_FAILURE}
     and ($6::text[] is null or ${FAILURE} = any($6::text[]))
     and ($7::text is null or e.recipient ilike '%' || $7 || '%') and ($8::text is null or m.tags @> array[$8::text])
     and ($9::uuid is null or e.message_id = $9) and ($10::text is null or m.stream = $10)`;

/** Selects failures of an account's email, latest first. Uses the index vendor_event_time. */
export const failuresOf = statement<[...FailuresQuery, limit: number, offset: number], FailureRow>(
  'vendors_failures_of',
  `select ${EVENT_COLUMNS}, ${FAILURE} as failure from ${EVENT_TABLES} where ${FAILED}
   order by e.recorded_at desc, e.id desc limit $11 offset $12`,
);

/** Counts the failures of each kind. Uses the index vendor_event_time. */
export const countFailures = statement<FailuresQuery, { readonly failure: FailureKind; readonly failures: number }>(
  'vendors_count_failures',
  `select ${FAILURE} as failure, count(*)::integer as failures from ${EVENT_TABLES} where ${FAILED} group by 1`,
);

/** Selects one failure by its ID. Uses the primary key. */
export const failureOf = statement<[accountId: number, vendor: string, id: number, domain: string | null], FailureRow>(
  'vendors_failure_of',
  `select ${EVENT_COLUMNS}, ${FAILURE} as failure from ${EVENT_TABLES}
   where e.account_id = $1 and e.vendor = $2 and e.id = $3 and ($4::text is null or e.domain = $4)
     and ${IS_FAILURE}`,
);
