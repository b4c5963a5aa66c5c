import { statement } from '../../../base/db.ts';
import type { TlsRequirement } from '../../../mail/tls-requirement.ts';
import type { SentFile } from './files.ts';

/** The `head` column of a message: data that has no column of its own. */
export interface MessageSummary {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly reply_to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Header fields whose names already occur in `headers`. Absent if there are none. */
  readonly repeated_headers?: readonly { readonly name: string; readonly value: string }[];
  /** Tags that consist of a name and a value, for clients that can set several tags. Absent if there are none. */
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
  /** Tracking settings of the tag at the time when the message was accepted. Absent if nothing is tracked. */
  readonly track?: { readonly opens: boolean; readonly clicks: boolean };
  /** The domain of the DKIM signature. Defaults to the sender's domain. */
  readonly sign?: string;
  /** The TLS requirement of the message. Absent if the message does not require TLS. */
  readonly tls?: TlsRequirement;
  /** Files of the message, whose contents are in message_file. Absent if there are none. */
  readonly files?: readonly SentFile[];
  /** ID of the API key or user that sent the message. Absent if this installation sent it. */
  readonly by?: { readonly via: 'key' | 'token' | 'oauth' | 'session'; readonly id: number };
  /** Trace context (W3C `traceparent`, 55 characters) of the request. Absent if not traced. */
  readonly trace?: string;
}

export interface MessageRow {
  readonly account_id: number;
  readonly id: string;
  readonly sender: string;
  readonly subject: string;
  readonly tag: string | null;
  readonly head: MessageSummary;
  readonly content: Buffer;
}

/** Selects a message. Uses the primary key of one partition. */
export const findMessage = statement<[accountId: number, id: string], MessageRow>(
  'transactional_find',
  `select account_id, id, sender, subject, tag, head, content from message where account_id = $1 and id = $2`,
);

/**
 * Selects messages to compose. They may belong to any account, because a claim of the delivery engine contains messages
 * of several accounts.
 */
export const loadMessages = statement<[accountIds: number[], ids: string[]], MessageRow>(
  'transactional_load',
  `select m.account_id, m.id, m.sender, m.subject, m.tag, m.head, m.content
   from unnest($1::bigint[], $2::uuid[]) as wanted (account_id, id)
   cross join lateral (
     select * from message where account_id = wanted.account_id and id = wanted.id
   ) m`,
);

export interface RecipientRow {
  readonly message_id: string;
  readonly recipient_no: number;
  readonly recipient: string;
  readonly status: number;
}

/** Selects the recipients of messages with their status. Uses the primary key. */
export const recipientsOf = statement<[accountId: number, ids: string[]], RecipientRow>(
  'transactional_recipients',
  `select message_id, recipient_no, recipient, status from delivery
   where account_id = $1 and message_id = any($2::uuid[])
   order by message_id, recipient_no`,
);

export interface EventRow {
  readonly message_id: string;
  readonly id: string;
  readonly recipient_no: number;
  readonly event: string;
  readonly occurred_at: Date;
  readonly status: string | null;
  readonly reason: string | null;
}

/** Selects the timelines of messages in chronological order. Uses the primary key. */
export const eventsOf = statement<[accountId: number, ids: string[]], EventRow>(
  'transactional_events',
  `select message_id, id, recipient_no, event, occurred_at, status, reason from event
   where account_id = $1 and message_id = any($2::uuid[])
   order by message_id, occurred_at, id`,
);

export const insertEvents = statement<
  [
    accountId: number,
    messageIds: string[],
    ids: string[],
    recipientNos: number[],
    events: string[],
    occurredAt: Date[],
    statuses: (string | null)[],
    reasons: (string | null)[],
  ],
  unknown
>(
  'transactional_insert_events',
  `insert into event (account_id, message_id, id, recipient_no, event, occurred_at, status, reason)
   select $1, e.* from unnest(
     $2::uuid[], $3::uuid[], $4::integer[], $5::text[], $6::timestamptz[], $7::text[], $8::text[]
   ) as e (message_id, id, recipient_no, event, occurred_at, status, reason)`,
);

/** Selects messages by ID, newest first, without bodies. Uses the primary key. */
export const listedMessages = statement<[accountId: number, ids: string[]], Omit<MessageRow, 'account_id' | 'content'>>(
  'transactional_listed',
  `select id, sender, subject, tag, head from message
   where account_id = $1 and id = any($2::uuid[]) order by id desc`,
);

/** A message without bodies, with its events in chronological order. */
export interface FactsRow extends Omit<MessageRow, 'account_id' | 'content'> {
  readonly recipients: number;
  /** ID, recipient number and name of each event, separated by spaces. Null if there are no events. */
  readonly timeline: string | null;
}

/**
 * Selects messages with their timelines. `least` and `greatest` are the lowest and the highest of the IDs. These bounds
 * exclude other partitions. With only a list of IDs, PostgreSQL would search every partition. The timeline is a single
 * string, which is cheaper to serialize and parse than arrays. Uses primary keys.
 */
export const factsOf = statement<[accountId: number, ids: string[], least: string, greatest: string], FactsRow>(
  'transactional_facts',
  `select m.id, m.sender, m.subject, m.tag, m.head, r.recipients, e.timeline
   from message m
   cross join lateral (
     select count(*)::integer as recipients from delivery d
     where d.account_id = $1 and d.message_id = m.id and d.message_id between $3 and $4
   ) r
   cross join lateral (
     select string_agg(e.id || ' ' || e.recipient_no || ' ' || e.event, ' ' order by e.occurred_at, e.id) as timeline
     from event e
     where e.account_id = $1 and e.message_id = m.id and e.message_id between $3 and $4
   ) e
   where m.account_id = $1 and m.id = any($2::uuid[]) and m.id between $3 and $4`,
);

/** Selects the trace contexts of an account's messages. Messages without a trace have no row. Uses the primary key. */
export const tracesOf = statement<
  [accountId: number, messageIds: string[]],
  { readonly id: string; readonly trace: string }
>(
  'transactional_traces',
  `select m.id, m.head ->> 'trace' as trace from message m
   where m.account_id = $1 and m.id = any($2::uuid[]) and m.head ->> 'trace' is not null`,
);
