import { Type, type Static } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { parseIsoTime } from '../../../base/iso-time.ts';
import { parseId } from '../../../base/ids.ts';
import { parserOf } from '../../../http/parser.ts';
import { addressInQuery } from '../../../http/query-address.ts';
import type { ListFilters, PageBounds } from './list-filters.ts';
import { parseSearch, searchFields } from './search.ts';
import { uuidAfter, uuidBefore } from './segments.ts';
import { STATUSES, statusCode, type MessageStatus } from './status.ts';

export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;
/** Default bounds for message IDs: the lowest and the highest UUID. */
export const MIN_UUID = '00000000-0000-0000-0000-000000000000';
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const listFields = Type.Object({
  per_page: optionalText(`The number of messages per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.`),
  limit: optionalText('An alias of `per_page`. If both parameters are set, `per_page` takes precedence.'),
  after: optionalText('The ID of a message. Returns messages that are older than this message.'),
  before: optionalText('The ID of a message. Returns messages that are newer than this message.'),
  status: optionalText(`Only messages with a recipient in this status: ${STATUSES.join(', ')}.`),
  tag: optionalText('Only messages with this tag.'),
  to: optionalText('Only messages to this address.'),
  from: optionalText('Only messages from this address.'),
  created_after: optionalText('Only messages accepted at or after this ISO 8601 date-time.'),
  created_before: optionalText('Only messages accepted before this ISO 8601 date-time.'),
  ...searchFields,
});

type ListFields = Static<typeof listFields>;
type Fail = (field: string, sentence: string) => void;

/** A list request: bounds and filters. */
export interface ListRequest {
  readonly bounds: PageBounds;
  readonly filters: ListFilters;
  /** Words in the filters, which are looked up in the search index. */
  readonly words?: readonly string[];
}

/** Creates the parser for a list query. The clock is needed to reject IDs from the future. */
export function listRequest(clock: Clock) {
  return parserOf(listFields, (fields, fail): ListRequest => requestOf(fields, clock, fail));
}

const exportFields = Type.Object({
  ...listFields.properties,
  ids: optionalText(
    `Only the messages with these comma-separated IDs, at most ${MAX_PAGE}. If you set \`ids\`, all other filters are ignored.`,
  ),
});

/** Creates the parser for an export, which has either a list query or message IDs. The IDs are returned as UUIDs. */
export function exportRequest(clock: Clock) {
  return parserOf(exportFields, (fields, fail): ListRequest & { readonly ids: readonly string[] } => ({
    ...requestOf(fields, clock, fail),
    ids: fields.ids ? parseIds(fields.ids, clock, fail) : [],
  }));
}

function parseIds(given: string, clock: Clock, fail: Fail): string[] {
  const ids = given.split(',').map((id) => parseId('tm', id, clock.now()));
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length || ids.length > MAX_PAGE)
    fail('ids', `must be a comma-separated list of at most ${MAX_PAGE} message IDs.`);
  return known;
}

function requestOf(fields: ListFields, clock: Clock, fail: Fail): ListRequest {
  const [after, before] = [parseCursor('after', fields, clock, fail), parseCursor('before', fields, clock, fail)];
  if (after && before) fail('before', 'must not be combined with `after`.');
  const createdAfter = parseTime('created_after', fields, fail);
  const createdBefore = parseTime('created_before', fields, fail);
  const { id, words, filters } = parseSearch(fields, clock, fail);
  return {
    words,
    bounds: {
      above: later(before, createdAfter === undefined ? undefined : uuidAt(createdAfter), id && uuidBefore(id)),
      below: earlier(after, createdBefore === undefined ? undefined : uuidAt(createdBefore), id && uuidAfter(id)),
      limit: parsePageSize(fields, fail),
      ascending: before !== undefined,
    },
    filters: {
      ...(fields.tag && { tag: fields.tag }),
      ...(fields.from && { from: addressIn(fields.from) }),
      ...(fields.to && { to: addressIn(fields.to) }),
      ...(fields.status && statusFilter(parseStatus(fields.status, fail))),
      ...filters,
    },
  };
}

function optionalText(description: string) {
  return Type.Optional(Type.String({ description }));
}

function parseCursor(field: 'after' | 'before', fields: ListFields, clock: Clock, fail: Fail): string | undefined {
  const given = fields[field];
  if (!given) return undefined;
  const uuid = parseId('tm', given, clock.now());
  if (!uuid) fail(field, 'must be a message ID: `tm_` followed by 32 hex digits.');
  return uuid;
}

function parseTime(field: 'created_after' | 'created_before', fields: ListFields, fail: Fail): number | undefined {
  const given = fields[field];
  if (!given) return undefined;
  const time = parseIsoTime(given) ?? -1;
  if (time >= 0) return time;
  fail(field, 'must be an ISO 8601 date-time, for example 2026-01-31T12:00:00Z.');
  return undefined;
}

function parsePageSize(fields: ListFields, fail: Fail): number {
  const field = fields.per_page ? 'per_page' : 'limit';
  const given = fields[field];
  if (!given) return DEFAULT_PAGE;
  if (/^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= MAX_PAGE) return Number(given);
  fail(field, `must be an integer from 1 to ${MAX_PAGE}.`);
  return DEFAULT_PAGE;
}

function parseStatus(given: string, fail: Fail): MessageStatus {
  const status = STATUSES.find((name) => name === given);
  if (!status) fail('status', `must be one of ${STATUSES.join(', ')}.`);
  return status ?? 'queued';
}

/** Returns the address in `Name <address>` or `address`, normalized for comparison. */
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

function later(...ids: readonly (string | undefined)[]): string {
  return ids.reduce<string>((found, id) => (id !== undefined && id > found ? id : found), MIN_UUID);
}

function earlier(...ids: readonly (string | undefined)[]): string {
  return ids.reduce<string>((found, id) => (id !== undefined && id < found ? id : found), MAX_UUID);
}
