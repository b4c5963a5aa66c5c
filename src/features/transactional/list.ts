import { Type, type Static } from 'typebox';
import type { Clock } from '../../base/clock.ts';
import type { Database, Db } from '../../base/db.ts';
import { parseId, presentId } from '../../base/ids.ts';
import { parserOf } from '../../http/parser.ts';
import { addressInQuery } from '../../http/query-address.ts';
import { listMessages, type ListedRow, type ListFilters, type PageBounds } from './list-queries.ts';
import type { Whose } from './lookup.ts';
import { presentListed } from './present.ts';
import { eventsOf, listedMessages, recipientsOf, type EventRow, type RecipientRow } from './queries.ts';
import { STATUSES, statusCode, type MessageStatus } from './status.ts';

export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;
const LEAST_UUID = '00000000-0000-0000-0000-000000000000';
const GREATEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const listFields = Type.Object({
  per_page: optionalText(`How many messages, 1 to ${MAX_PAGE}; ${DEFAULT_PAGE} without it.`),
  limit: optionalText('The same as `per_page`, which wins.'),
  after: optionalText('Id of a message: the page of older ones follows it.'),
  before: optionalText('Id of a message: the page of newer ones ends before it.'),
  status: optionalText(`Only messages of which a recipient is in this state: ${STATUSES.join(', ')}.`),
  tag: optionalText('Only messages with this tag.'),
  to: optionalText('Only messages to this address.'),
  from: optionalText('Only messages from this address.'),
  created_after: optionalText('Only messages accepted at this ISO 8601 date-time or later.'),
  created_before: optionalText('Only messages accepted before this ISO 8601 date-time.'),
});

type ListFields = Static<typeof listFields>;
type Fail = (field: string, sentence: string) => void;

/** A listing request: bounds and filters. */
export interface ListRequest {
  readonly bounds: PageBounds;
  readonly filters: ListFilters;
}

/** The parser of a listing's query; needs the clock because an id from the future is no id. */
export function listRequest(clock: Clock) {
  return parserOf(listFields, (fields, fail): ListRequest => {
    const [after, before] = [parseCursor('after', fields, clock, fail), parseCursor('before', fields, clock, fail)];
    if (after && before) fail('before', 'must not be given together with after.');
    const createdAfter = parseTime('created_after', fields, fail);
    const createdBefore = parseTime('created_before', fields, fail);
    return {
      bounds: {
        above: later(before, createdAfter === undefined ? undefined : uuidAt(createdAfter)),
        below: earlier(after, createdBefore === undefined ? undefined : uuidAt(createdBefore)),
        limit: parsePageSize(fields, fail),
        ascending: before !== undefined,
      },
      filters: {
        ...(fields.tag && { tag: fields.tag }),
        ...(fields.from && { from: addressIn(fields.from) }),
        ...(fields.to && { to: addressIn(fields.to) }),
        ...(fields.status && statusFilter(parseStatus(fields.status, fail))),
      },
    };
  });
}

function optionalText(description: string) {
  return Type.Optional(Type.String({ description }));
}

/**
 * A page of an account's messages, newest first, without bodies. `has_more` in the direction that was asked; `next` is
 * the cursor that goes on there. A page whose filters seldom match together may hold less than was asked for, or nothing,
 * and yet go on: it looks at so many messages only, that it costs the same however many there are.
 */
export async function listPage(db: Database, whose: Whose, request: ListRequest) {
  const { messages, next } = await readPage(db, whose, request);
  return {
    data: messages.map(presentStored),
    per_page: request.bounds.limit,
    has_more: next !== undefined,
    next: next === undefined ? null : presentId('tm', next),
  };
}

/** A listed message as it is stored. */
export interface StoredListed {
  readonly row: ListedRow;
  readonly recipients: readonly RecipientRow[];
  readonly events: readonly EventRow[];
}

/** As the listing shows it. */
export function presentStored({ events, recipients, row }: StoredListed) {
  return presentListed(row, recipients, events);
}

/** The messages of a page, newest first; `next` is the UUID that the listing goes on at, where it does. */
export async function readPage(
  db: Database,
  { accountId, domain }: Whose,
  request: ListRequest,
): Promise<{ readonly messages: readonly StoredListed[]; readonly next: string | undefined }> {
  const { bounds } = request;
  const filters = domain === undefined ? request.filters : { ...request.filters, domain };
  const found = await listMessages(db, accountId, { ...bounds, limit: bounds.limit + 1 }, filters);
  const isFull = found.rows.length > bounds.limit;
  const rows = bounds.ascending ? found.rows.slice(isFull ? 1 : 0) : found.rows.slice(0, bounds.limit);
  const last = bounds.ascending ? rows[0] : rows.at(-1);
  const next = isFull ? last?.id : found.stoppedAt;
  const ids = rows.map((row) => row.id);
  const recipients = Map.groupBy(await recipientsOf(db, accountId, ids), (row: RecipientRow) => row.message_id);
  const events = Map.groupBy(await eventsOf(db, accountId, ids), (row: EventRow) => row.message_id);
  const messages = rows.map((row) => ({
    row,
    recipients: recipients.get(row.id) ?? [],
    events: events.get(row.id) ?? [],
  }));
  return { messages, next };
}

/** Messages of an account as the listing shows them, newest first; those that are not kept any more are left out. */
export async function listedByIds(db: Db, accountId: number, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await listedMessages(db, accountId, [...ids]);
  const known = rows.map(({ id }) => id);
  const recipients = Map.groupBy(await recipientsOf(db, accountId, known), (row) => row.message_id);
  const events = Map.groupBy(await eventsOf(db, accountId, known), (row) => row.message_id);
  return rows.map((row) => presentListed(row, recipients.get(row.id) ?? [], events.get(row.id) ?? []));
}

/** The newest messages of an account as the listing shows them. */
export async function latestListed(db: Database, accountId: number, limit: number) {
  const bounds = { above: LEAST_UUID, below: GREATEST_UUID, limit, ascending: false };
  const { messages } = await readPage(db, { accountId }, { bounds, filters: {} });
  return messages.map(presentStored);
}

function parseCursor(field: 'after' | 'before', fields: ListFields, clock: Clock, fail: Fail): string | undefined {
  const given = fields[field];
  if (!given) return undefined;
  const uuid = parseId('tm', given, clock.now());
  if (!uuid) fail(field, 'must be the id of a message (tm_ and 32 hex digits).');
  return uuid;
}

function parseTime(field: 'created_after' | 'created_before', fields: ListFields, fail: Fail): number | undefined {
  const given = fields[field];
  if (!given) return undefined;
  const time = Date.parse(given);
  const isIso = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(given);
  if (isIso && time >= 0) return time;
  fail(field, 'must be an ISO 8601 date-time, for example 2026-01-31T12:00:00Z.');
  return undefined;
}

function parsePageSize(fields: ListFields, fail: Fail): number {
  const field = fields.per_page ? 'per_page' : 'limit';
  const given = fields[field];
  if (!given) return DEFAULT_PAGE;
  if (/^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= MAX_PAGE) return Number(given);
  fail(field, `must be a whole number from 1 to ${MAX_PAGE}.`);
  return DEFAULT_PAGE;
}

function parseStatus(given: string, fail: Fail): MessageStatus {
  const status = STATUSES.find((name) => name === given);
  if (!status) fail('status', `must be one of ${STATUSES.join(', ')}.`);
  return status ?? 'queued';
}

/** The address of `Name <address>` or of `address`, as it is compared. */
function addressIn(given: string): string {
  const address = given
    .slice(given.lastIndexOf('<') + 1)
    .replace(/>\s*$/, '')
    .trim()
    .toLowerCase();
  return addressInQuery(address);
}

function statusFilter(status: MessageStatus): ListFilters {
  return status === 'delivered' ? { isDelivered: true } : { statusCode: statusCode(status) };
}

function uuidAt(timeMs: number): string {
  const hex = Math.min(timeMs, 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function later(a: string = LEAST_UUID, b: string = LEAST_UUID): string {
  return a > b ? a : b;
}

function earlier(a: string = GREATEST_UUID, b: string = GREATEST_UUID): string {
  return a < b ? a : b;
}
