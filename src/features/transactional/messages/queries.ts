import { statement } from '../../../base/db.ts';

/** `head` of a message: what the request said beyond sender, subject, tag and bodies. */
export interface MessageHead {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly reply_to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** All tags of a client that knows lists of named tags; absent: none. */
  readonly tags?: readonly { readonly name: string; readonly value: string }[];
  /** What is tracked, as the tag's switches stood at acceptance; absent: nothing. */
  readonly track?: { readonly opens: boolean; readonly clicks: boolean };
  /** The domain that signs; absent: that of the sender. */
  readonly sign?: string;
  /** Who sent it: an API key by its number, or a person; absent: this installation itself. */
  readonly by?: { readonly via: 'key' | 'token' | 'oauth' | 'session'; readonly id: number };
  /** Where in a trace it was accepted (W3C `traceparent`, 55 characters); absent: it is not traced. */
  readonly trace?: string;
}

export interface MessageRow {
  readonly account_id: number;
  readonly id: string;
  readonly sender: string;
  readonly subject: string;
  readonly tag: string | null;
  readonly head: MessageHead;
  readonly content: Buffer;
}

/** One partition, primary key. */
export const findMessage = statement<[accountId: number, id: string], MessageRow>(
  'transactional_find',
  `select account_id, id, sender, subject, tag, head, content from message where account_id = $1 and id = $2`,
);

/** Messages to compose, of any account: delivery's claim is not bound to one. */
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

/** Recipients of messages with their states, primary key. */
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

/** Timelines of messages in the order in which things happened, primary key. */
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

/** Messages by their ids without bodies, newest first; primary key. */
export const listedMessages = statement<[accountId: number, ids: string[]], Omit<MessageRow, 'account_id' | 'content'>>(
  'transactional_listed',
  `select id, sender, subject, tag, head from message
   where account_id = $1 and id = any($2::uuid[]) order by id desc`,
);

/** A message without its bodies, with what happened to it in the order in which it did. */
export interface FactsRow extends Omit<MessageRow, 'account_id' | 'content'> {
  readonly recipients: number;
  /** Id, recipient's number and name of each event, all parted by spaces; null when nothing happened yet. */
  readonly timeline: string | null;
}

/**
 * Messages with their timelines, primary keys. The least and the greatest id leave out the days that none of them is of:
 * by a list of ids alone PostgreSQL would look into each partition. The timeline is one text: three arrays of it cost both
 * sides more than all the rest.
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

/** Where in a trace messages of an account were accepted, of those that are traced. Primary key. */
export const tracesOf = statement<
  [accountId: number, messageIds: string[]],
  { readonly id: string; readonly trace: string }
>(
  'transactional_traces',
  `select m.id, m.head ->> 'trace' as trace from message m
   where m.account_id = $1 and m.id = any($2::uuid[]) and m.head ->> 'trace' is not null`,
);
