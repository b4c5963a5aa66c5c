import { recordStatement, statement } from '../../../base/db.ts';
import type { EventDetails, Metadata, VendorEventName } from './types.ts';

/**
 * Inserts the records of messages from another vendor's API. Tags and links are JSON arrays, because PostgreSQL has no
 * arrays of arrays of different lengths. Uses the primary key.
 */
export const insertMessages = recordStatement<
  {
    readonly accountId: number;
    readonly ids: string[];
    readonly vendors: string[];
    readonly domains: string[];
    readonly mailingIds: (string | null)[];
    readonly senders: string[];
    readonly subjects: string[];
    readonly tags: string[];
    readonly metadata: string[];
    readonly bytes: number[];
    readonly areTests: boolean[];
    readonly links: string[];
    readonly streams: (string | null)[];
    readonly opensTracked: boolean[];
    readonly clicksTracked: boolean[];
  },
  unknown
>(
  'vendors_insert_messages',
  `insert into vendor_message
     (account_id, id, vendor, domain, mailing_id, sender, subject, tags, metadata, bytes, is_test, links, stream,
      opens_tracked, clicks_tracked)
   select $accountId, m.id, m.vendor, m.domain, m.mailing_id, m.sender, m.subject,
     array(select json_array_elements_text(m.tags)), m.metadata, m.bytes, m.is_test,
     array(select json_array_elements_text(m.links)), m.stream, m.opens_tracked, m.clicks_tracked
   from unnest(
     $ids::uuid[], $vendors::text[], $domains::text[], $mailingIds::uuid[], $senders::text[], $subjects::text[],
     $tags::json[], $metadata::json[], $bytes::integer[], $areTests::boolean[], $links::json[], $streams::text[],
     $opensTracked::boolean[], $clicksTracked::boolean[]
   ) as m (id, vendor, domain, mailing_id, sender, subject, tags, metadata, bytes, is_test, links, stream,
     opens_tracked, clicks_tracked)`,
);

/** Inserts the recipients of messages. Uses the primary key. */
export const insertRecipients = statement<
  [accountId: number, messageIds: string[], numbers: number[], addresses: string[], metadata: (string | null)[]],
  unknown
>(
  'vendors_insert_recipients',
  `insert into vendor_recipient (account_id, message_id, recipient_no, address, metadata)
   select $1, r.message_id, r.no, r.address, r.metadata::json
   from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[]) as r (message_id, no, address, metadata)`,
);

/**
 * Stores the recipients of a batch that has a repeat key, and returns the recipients that were not stored yet. Inserts
 * in the order of the hashes, so that concurrent inserts of the same recipients wait for each other without deadlocks.
 * Uses the primary key.
 */
export const insertRepeats = statement<
  [accountId: number, domain: string, repeatKey: string, hashes: Buffer[], messageId: string],
  { readonly address_hash: Buffer }
>(
  'vendors_insert_repeats',
  `insert into vendor_repeat (account_id, domain, repeat_key, address_hash, message_id)
   select $1, $2, $3, h.hash, $5 from (select distinct hash from unnest($4::bytea[]) as g (hash) order by hash) as h
   on conflict (account_id, domain, repeat_key, address_hash) do nothing
   returning address_hash`,
);

/** Selects the first message with this repeat key that any of the recipients received. Uses the primary key. */
export const findRepeated = statement<
  [accountId: number, domain: string, repeatKey: string, hashes: Buffer[]],
  { readonly message_id: string }
>(
  'vendors_find_repeated',
  `select message_id from vendor_repeat
   where account_id = $1 and domain = $2 and repeat_key = $3 and address_hash = any($4::bytea[])
   order by created_at, message_id limit 1`,
);

/** Charges emails to the account's quota. Returns the exceeded limit and the seconds until it resets, or null. */
export const chargeMails = statement<
  [accountId: number, mails: number],
  { readonly refused: readonly [kind: 'monthly' | 'daily', seconds: string] | null }
>('vendors_charge', 'select charge_vendor_mails($1, $2) as refused');

/** Appends events in the given order, numbered after all of the account's existing events. */
export const appendEvents = statement<
  [
    accountId: number,
    vendors: string[],
    domains: string[],
    messageIds: string[],
    recipientNos: number[],
    recipients: string[],
    events: string[],
    details: string[],
  ],
  unknown
>('vendors_append_events', 'select append_vendor_events($1, $2, $3, $4, $5, $6, $7, $8)');

/** A recipient of a message from another vendor's API. */
export interface KnownRecipient {
  readonly position: number;
  readonly vendor: string;
  readonly domain: string;
  readonly message_id: string;
  readonly recipient_no: number;
  readonly address: string;
}

/**
 * Selects the recipients whose messages came from another vendor's API, ordered by position in the arguments. Uses
 * primary keys.
 */
export const findRecipients = statement<
  [accountId: number, messageIds: string[], recipientNos: number[]],
  KnownRecipient
>(
  'vendors_find_recipients',
  `select k.position::integer, m.vendor, m.domain, m.id as message_id, r.recipient_no, r.address
   from unnest($2::uuid[], $3::integer[]) with ordinality as k (message_id, recipient_no, position)
   join vendor_message m on m.account_id = $1 and m.id = k.message_id
   join vendor_recipient r on r.account_id = $1 and r.message_id = m.id and r.recipient_no = k.recipient_no
   order by k.position`,
);

/**
 * Selects the recipients whose mailings came from another vendor's API, ordered by position in the arguments. Selects
 * the mailings first, because a group of outcomes belongs to few mailings and mailings from other sources then require
 * no further work. Uses primary keys and the index vendor_message_mailing.
 */
export const findMailed = statement<[accountId: number, batchIds: string[], recipientNos: number[]], KnownRecipient>(
  'vendors_find_mailed',
  `with known as materialized (
     select l.id as batch_id, m.id, m.vendor, m.domain
     from (select distinct id from unnest($2::uuid[]) as g (id)) as batches
     join recipient_batch l on l.account_id = $1 and l.id = batches.id
     join vendor_message m on m.account_id = $1 and m.mailing_id = l.mailing_id
   )
   select k.position::integer, m.vendor, m.domain, m.id as message_id, r.recipient_no, r.address
   from known m
   join unnest($2::uuid[], $3::integer[]) with ordinality as k (batch_id, recipient_no, position) on k.batch_id = m.batch_id
   join mailing_recipient q on q.account_id = $1 and q.batch_id = k.batch_id and q.recipient_no = k.recipient_no
   join vendor_recipient r on r.account_id = $1 and r.message_id = m.id and r.recipient_no = q.ref
   order by k.position`,
);

/**
 * Selects the delivery times of recipients in recipient batches, each with its position in the arguments. Uses the
 * primary key.
 */
export const deliveredAt = statement<
  [accountId: number, batchIds: string[], recipientNos: number[]],
  { readonly position: number; readonly finished_at: Date }
>(
  'vendors_delivered_at',
  `select k.position::integer, o.finished_at
   from unnest($2::uuid[], $3::integer[]) with ordinality as k (batch_id, recipient_no, position)
   join mailing_outcome o on o.account_id = $1 and o.batch_id = k.batch_id and o.recipient_no = k.recipient_no`,
);

/**
 * Increases the open and click counts of recipients, in the order of their keys, and returns the recipients that have
 * not reached the limit of stored events. Uses the primary key.
 */
export const countVisits = statement<
  [accountId: number, messageIds: string[], recipientNos: number[], visits: number[], most: number],
  { readonly message_id: string; readonly recipient_no: number; readonly room: number }
>(
  'vendors_count_visits',
  `with given as materialized (
     select r.message_id, r.recipient_no, r.visits, v.visits as more
     from unnest($2::uuid[], $3::integer[], $4::integer[]) as v (message_id, recipient_no, visits)
     join vendor_recipient r on r.account_id = $1 and r.message_id = v.message_id and r.recipient_no = v.recipient_no
     order by r.message_id, r.recipient_no for no key update of r
   )
   update vendor_recipient r set visits = least($5, g.visits + g.more) from given g
   where r.account_id = $1 and r.message_id = g.message_id and r.recipient_no = g.recipient_no and g.visits < $5
   returning r.message_id, r.recipient_no, $5 - g.visits as room`,
);

/** Selects the targets of a mailing's numbered links. Uses the primary key and the index vendor_message_mailing. */
export const linksOfBatch = statement<[accountId: number, batchId: string], { readonly links: readonly string[] }>(
  'vendors_links_of_batch',
  `select m.links from recipient_batch l join vendor_message m on m.account_id = $1 and m.mailing_id = l.mailing_id
   where l.account_id = $1 and l.id = $2`,
);

/** An event with properties of the message that it belongs to. */
export interface EventRow {
  readonly id: number;
  readonly recorded_at: Date;
  readonly message_id: string;
  readonly recipient_no: number;
  readonly recipient: string;
  readonly event: VendorEventName;
  readonly details: EventDetails;
  readonly domain: string;
  readonly sender: string;
  readonly subject: string;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly bytes: number;
  readonly is_test: boolean;
  readonly stream: string | null;
}

export const EVENT_COLUMNS = `e.id, e.recorded_at, e.message_id, e.recipient_no, e.recipient, e.event, e.details, e.domain,
     m.sender, m.subject, m.tags, m.bytes, m.is_test, m.stream, coalesce(r.metadata, m.metadata) as metadata`;

const WANTED = `e.account_id = $1 and e.vendor = $2 and ($3::text is null or e.domain = $3)
     and e.recorded_at >= $6 and e.recorded_at <= $7
     and ($8::text[] is null or e.event = any($8::text[])) and ($9::text is null or lower(e.recipient) = lower($9))
     and ($10::uuid is null or e.message_id = $10) and m.tags @> $11::text[]
     and ($12::text is null or m.sender ilike '%' || $12 || '%') and ($13::text is null or m.subject = $13)`;

export const EVENT_TABLES = `vendor_event e
   join vendor_message m on m.account_id = e.account_id and m.id = e.message_id
   left join vendor_recipient r
     on r.account_id = e.account_id and r.message_id = e.message_id and r.recipient_no = e.recipient_no`;

type EventsQuery = [
  accountId: number,
  vendor: string,
  domain: string | null,
  place: number,
  limit: number,
  begin: Date,
  end: Date,
  events: readonly string[] | null,
  recipient: string | null,
  messageId: string | null,
  tags: readonly string[],
  sender: string | null,
  subject: string | null,
];

/** Selects events with an ID greater than the given ID, earliest first. Uses the index vendor_event_time. */
export const eventsAfter = statement<EventsQuery, EventRow>(
  'vendors_events_after',
  `select ${EVENT_COLUMNS} from ${EVENT_TABLES} where ${WANTED} and e.id > $4 order by e.recorded_at, e.id limit $5`,
);

/** Selects events with an ID less than the given ID, latest first. Uses the index vendor_event_time. */
export const eventsBefore = statement<EventsQuery, EventRow>(
  'vendors_events_before',
  `select ${EVENT_COLUMNS} from ${EVENT_TABLES} where ${WANTED} and e.id < $4 order by e.recorded_at desc, e.id desc limit $5`,
);

/** Setting of an account's vendor adapter, and whether the operator chose this setting. */
export interface AdapterRow {
  readonly vendor: string;
  readonly is_on: boolean;
  readonly by_operator: boolean;
}

/** Selects the setting of a vendor adapter. Uses the primary key. */
export const findAdapter = statement<[accountId: number, vendor: string], AdapterRow>(
  'vendors_find_adapter',
  'select vendor, is_on, by_operator from vendor_adapter where account_id = $1 and vendor = $2',
);

/** Selects all settings of an account's vendor adapters, at most one per vendor. Uses the primary key. */
export const adaptersOf = statement<[accountId: number], AdapterRow>(
  'vendors_adapters_of',
  'select vendor, is_on, by_operator from vendor_adapter where account_id = $1',
);

export const setAdapter = statement<[accountId: number, vendor: string, isOn: boolean, byOperator: boolean], unknown>(
  'vendors_set_adapter',
  `insert into vendor_adapter (account_id, vendor, is_on, by_operator) values ($1, $2, $3, $4)
   on conflict (account_id, vendor) do update set is_on = excluded.is_on, by_operator = excluded.by_operator`,
);
