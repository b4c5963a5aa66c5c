/** Bounds of a page: IDs strictly between `above` and `below`, newest first, or oldest first if `ascending`. */
export interface PageBounds {
  readonly above: string;
  readonly below: string;
  readonly limit: number;
  readonly ascending: boolean;
}

/** Filters of a list. An absent filter does not apply. Addresses are in lowercase. */
export interface ListFilters {
  readonly tag?: string;
  readonly from?: string;
  readonly to?: string;
  /**
   * Matches messages that have a recipient with this status. Indexed. `delivered` has its own filter, `isDelivered`.
   */
  readonly statusCode?: number;
  readonly isDelivered?: true;
  /** Domain of the sender. */
  readonly domain?: string;
  /** SMTP reply code (three digits) with which a server rejected or deferred a recipient. */
  readonly replyCode?: string;
  /** Enhanced status code (RFC 3463) of a server's reply that rejected or deferred a recipient. */
  readonly smtpStatus?: string;
  /** Provider of a mail server that accepted, rejected or deferred a recipient. Never 'other'. */
  readonly provider?: string;
  /** LIKE patterns, all of which a message must match. */
  readonly words?: readonly string[];
  /** ID ranges to search for the words, as pairs of first and last ID. */
  readonly ranges?: readonly string[];
}

/** A filter, identified by the name of its property. */
export type FilterName = keyof ListFilters;

const SENDER_DOMAIN = "split_part(sender_address(m.sender), '@', 2)";
const RECIPIENTS = 'from delivery d where d.account_id = $1 and d.message_id = m.id';
const ATTEMPTS = 'from attempt a where a.account_id = $1 and a.message_id = m.id';
const REFUSED = "a.outcome <> 'delivered'";

/**
 * Requires all words to match. The text is compared in composed form (NFC), like the words, because senders write
 * subjects in either form. In the text, control characters separate the subject, the tag and the recipients, so that a
 * pattern can be limited to one of them (`parseSearch`).
 */
const WORDS = `lower(normalize(
        chr(1) || m.subject || chr(2) || coalesce(m.tag, '') || chr(3)
        || (select string_agg(d.recipient, ' ') ${RECIPIENTS})
      )) like all (lower(?::text[]::text)::text[])`;

/**
 * Conditions that are checked on each message that the leading filter finds. `?` stands for the parameter. `offset 0`
 * makes PostgreSQL evaluate the condition per message. Otherwise, it could plan a join that starts from all recipients.
 */
export const CLAUSES: Readonly<Record<FilterName, string>> = {
  tag: 'm.tag = ?::text',
  from: 'sender_address(m.sender) = ?::text',
  to: `exists (select ${RECIPIENTS} and lower(d.recipient) = ?::text offset 0)`,
  statusCode: `exists (select ${RECIPIENTS} and d.status = ?::smallint offset 0)`,
  isDelivered: `?::boolean and exists (select ${RECIPIENTS} and d.status = 7 offset 0)`,
  domain: `${SENDER_DOMAIN} = ?::text`,
  replyCode: `exists (select ${ATTEMPTS} and ${REFUSED} and reply_code(a.reason) = ?::text offset 0)`,
  smtpStatus: `exists (select ${ATTEMPTS} and ${REFUSED} and a.status = ?::text offset 0)`,
  provider: `exists (select ${ATTEMPTS} and provider_of(a.host) = ?::text offset 0)`,
  words: WORDS,
  ranges: '?::uuid[] is not null',
};

/** Order of the IDs in a page. */
export type Direction = 'asc' | 'desc';

/**
 * SQL by which the leading filter finds its messages one at a time in ID order. If the filter has an index, the value
 * is written as a range of one value and is part of the order, so that only this index provides the order. With `=`,
 * the planner may scan the primary key instead, which reads all rows if the value is rare. Filters without an index
 * find all messages, and need a condition in `CHECKS`.
 */
export const LEADS: Readonly<Record<FilterName, (direction: Direction) => string>> = {
  to: (direction) => `
    select d.message_id as id from delivery d
    where d.account_id = $1 and d.message_id > $2 and d.message_id < $3
      and lower(d.recipient) >= ?::text and lower(d.recipient) <= ?::text
    order by lower(d.recipient) ${direction}, d.message_id ${direction}`,
  // Several recipients of a message may have the status, but the page lists the message once.
  statusCode: (direction) => `
    select distinct d.status, d.message_id as id from delivery d
    where d.account_id = $1 and d.message_id > $2 and d.message_id < $3
      and d.status < 7 and d.status >= ?::smallint and d.status <= ?::smallint
    order by d.status ${direction}, d.message_id ${direction}`,
  tag: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and m.tag >= ?::text and m.tag <= ?::text
    order by m.tag ${direction}, m.id ${direction}`,
  from: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3
      and sender_address(m.sender) >= ?::text and sender_address(m.sender) <= ?::text
    order by sender_address(m.sender) ${direction}, m.id ${direction}`,
  // Most messages are delivered, so an index on this status would be nearly as large as the primary key.
  isDelivered: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and ?::boolean
    order by m.id ${direction}`,
  replyCode: (direction) => `
    select distinct reply_code(a.reason), a.message_id as id from attempt a
    where a.account_id = $1 and a.message_id > $2 and a.message_id < $3 and ${REFUSED}
      and reply_code(a.reason) is not null and reply_code(a.reason) >= ?::text and reply_code(a.reason) <= ?::text
    order by reply_code(a.reason) ${direction}, a.message_id ${direction}`,
  smtpStatus: (direction) => `
    select distinct a.status, a.message_id as id from attempt a
    where a.account_id = $1 and a.message_id > $2 and a.message_id < $3 and ${REFUSED}
      and a.status is not null and a.status >= ?::text and a.status <= ?::text
    order by a.status ${direction}, a.message_id ${direction}`,
  provider: (direction) => `
    select distinct provider_of(a.host), a.message_id as id from attempt a
    where a.account_id = $1 and a.message_id > $2 and a.message_id < $3 and a.host is not null
      and provider_of(a.host) <> 'other' and provider_of(a.host) >= ?::text and provider_of(a.host) <= ?::text
    order by provider_of(a.host) ${direction}, a.message_id ${direction}`,
  // The ranges are already in page order.
  ranges: (direction) => `
    select r.id from generate_series(1, cardinality(?::uuid[]), 2) as place cross join lateral (
      select m.id from message m
      where m.account_id = $1 and m.id > $2 and m.id < $3
        and m.id >= (?::uuid[])[place] and m.id <= (?::uuid[])[place + 1]
      order by m.id ${direction}
    ) r`,
  // The index does not cover words this short, so all messages are scanned.
  words: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and ?::text[] is not null
    order by m.id ${direction}`,
  // There is no index on the domain, because most accounts send all messages from one domain or a few.
  domain: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and ?::text is not null
    order by m.id ${direction}`,
};

/** Conditions of leading filters without an index, for which `LEADS` finds all messages. */
export const CHECKS: Readonly<Partial<Record<FilterName, string>>> = {
  isDelivered: `exists (select ${RECIPIENTS} and d.status = 7 offset 0)`,
  domain: `${SENDER_DOMAIN} = ?::text`,
  words: WORDS,
};

/** Names of the filters, most selective first. The first filter that a request uses is the leading filter. */
export const NAMES = [
  'ranges',
  'to',
  'replyCode',
  'smtpStatus',
  'statusCode',
  'tag',
  'from',
  'provider',
  'isDelivered',
  'words',
  'domain',
] as const satisfies readonly FilterName[];

/** Pairs of filters that are never combined, because a request can filter by only one status and one reply code. */
export const EXCLUDES: readonly (readonly [FilterName, FilterName])[] = [
  ['statusCode', 'isDelivered'],
  ['replyCode', 'smtpStatus'],
];
