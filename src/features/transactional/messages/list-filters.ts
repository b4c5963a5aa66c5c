/** Bounds of a page: ids strictly between `above` and `below`, from the newest, or from the oldest when `ascending`. */
export interface PageBounds {
  readonly above: string;
  readonly below: string;
  readonly limit: number;
  readonly ascending: boolean;
}

/** Conditions of a listing; absent ones do not filter. Addresses in lower case. */
export interface ListFilters {
  readonly tag?: string;
  readonly from?: string;
  readonly to?: string;
  /** The state of any recipient, one that is not `delivered`: has an index. */
  readonly statusCode?: number;
  readonly isDelivered?: true;
  /** Of the sender. */
  readonly domain?: string;
  /** The three digits with which a server refused or put off a recipient. */
  readonly replyCode?: string;
  /** The status with which it did so (RFC 3463). */
  readonly smtpStatus?: string;
  /** Of a mail server that took, refused or put off a recipient: one that is known by name. */
  readonly provider?: string;
  /** What a message holds, each a pattern of LIKE. */
  readonly words?: readonly string[];
  /** Ids between which the words are looked for: first, last, first, last ... */
  readonly ranges?: readonly string[];
}

/** A filter, by the name of its member. */
export type FilterName = keyof ListFilters;

const SENDER_DOMAIN = "split_part(sender_address(m.sender), '@', 2)";
const RECIPIENTS = 'from delivery d where d.account_id = $1 and d.message_id = m.id';
const ATTEMPTS = 'from attempt a where a.account_id = $1 and a.message_id = m.id';
const REFUSED = "a.outcome <> 'delivered'";

/**
 * Every word must be found: subject, tag and recipients stand between characters that none of them holds, so that a pattern
 * can say where (`parseSearch`).
 */
const WORDS = `lower(
        chr(1) || m.subject || chr(2) || coalesce(m.tag, '') || chr(3)
        || (select string_agg(d.recipient, ' ') ${RECIPIENTS})
      ) like all (lower(?::text[]::text)::text[])`;

/**
 * What a filter that does not lead adds to the statement; `?` is its parameter. `offset 0` keeps it a look-up for each
 * message: as a join it would begin with all recipients.
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
  // They lead wherever they are given.
  ranges: '?::uuid[] is not null',
};

/** Of the ids of a page. */
export type Direction = 'asc' | 'desc';

/**
 * Where a filter that leads finds its messages, in the order of their ids and one at a time, each with its index. The
 * value is asked for as a range of one and named in the order, so that no other index can give that order: with `=` the
 * planner may walk the primary key instead, which for a value that is rare reads everything.
 */
export const LEADS: Readonly<Record<FilterName, (direction: Direction) => string>> = {
  to: (direction) => `
    select d.message_id as id from delivery d
    where d.account_id = $1 and d.message_id > $2 and d.message_id < $3
      and lower(d.recipient) >= ?::text and lower(d.recipient) <= ?::text
    order by lower(d.recipient) ${direction}, d.message_id ${direction}`,
  // Distinct: many recipients of a message may be in the state, and it is one row of the page.
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
  // Most messages are delivered: their index would be the primary key again.
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
  // The ranges stand in the order in which they are asked for.
  ranges: (direction) => `
    select r.id from generate_series(1, cardinality(?::uuid[]), 2) as place cross join lateral (
      select m.id from message m
      where m.account_id = $1 and m.id > $2 and m.id < $3
        and m.id >= (?::uuid[])[place] and m.id <= (?::uuid[])[place + 1]
      order by m.id ${direction}
    ) r`,
  // Words that are too short to be looked up.
  words: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and ?::text[] is not null
    order by m.id ${direction}`,
  // Most messages of an account are of one domain or of a few.
  domain: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and ?::text is not null
    order by m.id ${direction}`,
};

/** What is to be checked of a message that the leading filter has found. */
export const CHECKS: Readonly<Partial<Record<FilterName, string>>> = {
  isDelivered: `exists (select ${RECIPIENTS} and d.status = 7 offset 0)`,
  domain: `${SENDER_DOMAIN} = ?::text`,
  words: WORDS,
};

/** The filters, those that find the fewest messages first. */
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

/** Filters that are not given together: a message has one status, and one code is asked for. */
export const EXCLUDES: readonly (readonly [FilterName, FilterName])[] = [
  ['statusCode', 'isDelivered'],
  ['replyCode', 'smtpStatus'],
];
