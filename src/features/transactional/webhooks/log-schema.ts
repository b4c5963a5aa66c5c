import { Type, type Static } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import { leastUuidOf, parseId, timeOfUuid } from '../../../base/ids.ts';
import { parseIsoTime } from '../../../base/iso-time.ts';
import { parserOf } from '../../../http/parser.ts';
import { parseAnswers } from './answer-ranges.ts';
import type { LogFilters, PageBounds } from './log-queries.ts';
import { WEBHOOK_EVENTS } from './events.ts';
import { DELIVERY_STATES } from './types.ts';

/** Prefix of delivery IDs. Event IDs have the prefix `whd_`, and several deliveries may share an event ID. */
export const DELIVERY_PREFIX = 'wdl';
/** Prefix of replay IDs. */
export const REPLAY_PREFIX = 'whr';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;
const MAX_TAG_CHARACTERS = 256;
const MAX_RECIPIENT_CHARACTERS = 320;
/** The lowest and the highest UUID. */
const MIN_UUID = '00000000-0000-0000-0000-000000000000';
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MAX_UUID_TIME_MS = 2 ** 48 - 1;
/** Maximum clock skew between this installation's machines, in milliseconds. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/** Filters for deliveries. The log and replays share them. */
export const filterFields = {
  event: optionalText(`Only these events, comma-separated: ${WEBHOOK_EVENTS.join(', ')}.`),
  state: optionalText(`Only deliveries in these states, comma-separated: ${DELIVERY_STATES.join(', ')}.`),
  answer: optionalText(
    'Only deliveries whose last attempt received one of these responses, comma-separated. A response is a status code (`410`), a class ' +
      '(`5xx`), or `none` for no response.',
  ),
  tag: optionalText('Only events about messages with this tag, and alerts for the tag.'),
  message_id: optionalText('Only events about the message with this ID.'),
  recipient: optionalText('Only events about this recipient address.'),
  replay_id: optionalText('Only deliveries of the replay with this ID.'),
  created_after: optionalText('Only deliveries created at or after this ISO 8601 date-time.'),
  created_before: optionalText('Only deliveries created before this ISO 8601 date-time.'),
};

const filterSchema = Type.Object(filterFields);
/** Filters of a request before they are parsed. */
export type FilterFields = Static<typeof filterSchema>;

const listFields = Type.Object({
  per_page: optionalText(`The number of deliveries per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.`),
  limit: optionalText('An alias of `per_page`. If both parameters are set, `per_page` takes precedence.'),
  after: optionalText('The ID of a delivery. Returns deliveries that are older than this delivery.'),
  before: optionalText('The ID of a delivery. Returns deliveries that are newer than this delivery.'),
  ...filterFields,
});

type Fail = (field: string, sentence: string) => void;
type PageFields = Pick<Static<typeof listFields>, 'per_page' | 'limit' | 'after' | 'before'>;

export interface LogRequest {
  readonly bounds: PageBounds;
  readonly filters: LogFilters;
}

/** Creates the parser for the log's query. The clock is needed to reject IDs from the future. */
export function logRequest(clock: Clock) {
  return parserOf(listFields, (fields, fail): LogRequest => {
    const filters = parseFilters(fields, clock.now(), fail);
    const after = checkedId('after', DELIVERY_PREFIX, fields.after, clock.now(), fail);
    const before = checkedId('before', DELIVERY_PREFIX, fields.before, clock.now(), fail);
    if (after && before) fail('before', 'must not be combined with `after`.');
    const times = parseTimes(fields, fail);
    return {
      bounds: {
        above: later(before, later(times.above, earliestOf(filters))),
        below: earlier(after, times.below),
        limit: parsePageSize(fields, fail),
        ascending: before !== undefined,
      },
      filters,
    };
  });
}

const replayPageFields = Type.Object({
  per_page: optionalText(`The number of replays per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.`),
  limit: optionalText('An alias of `per_page`. If both parameters are set, `per_page` takes precedence.'),
  after: optionalText('The ID of a replay. Returns replays that are older than this replay.'),
});

/** Creates the parser for the replay listing's query. */
export function replayPageRequest(clock: Clock) {
  return parserOf(replayPageFields, (fields, fail) => ({
    below: checkedId('after', REPLAY_PREFIX, fields.after, clock.now(), fail) ?? MAX_UUID,
    limit: parsePageSize(fields, fail),
  }));
}

/** Parses the filters of a request, except for its times. Calls `fail` for each error. */
export function parseFilters(fields: FilterFields, nowMs: number, fail: Fail): LogFilters {
  const events = parseNames('event', fields.event, WEBHOOK_EVENTS, fail);
  const states = parseNames('state', fields.state, DELIVERY_STATES, fail);
  const messageId = checkedId('message_id', 'tm', fields.message_id, nowMs, fail);
  const replayId = checkedId('replay_id', REPLAY_PREFIX, fields.replay_id, nowMs, fail);
  const tag = checkedText('tag', fields.tag, MAX_TAG_CHARACTERS, fail);
  const recipient = checkedText('recipient', fields.recipient, MAX_RECIPIENT_CHARACTERS, fail);
  return {
    ...(events && { events }),
    ...(states && { states: states.map((state) => DELIVERY_STATES.indexOf(state)) }),
    ...(fields.answer && { answers: parseAnswers(fields.answer, (sentence) => fail('answer', sentence)) }),
    ...(tag && { tag }),
    ...(messageId && { messageId }),
    ...(recipient && { recipient: recipient.trim().toLowerCase() }),
    ...(replayId && { replayId }),
  };
}

/** Returns exclusive lower and upper bounds for the IDs of deliveries in a time range. */
export function parseTimes(fields: FilterFields, fail: Fail): { readonly above: string; readonly below: string } {
  const after = parseTime('created_after', fields, fail);
  const before = parseTime('created_before', fields, fail);
  return {
    above: after === undefined ? MIN_UUID : leastUuidOf(Math.min(after, MAX_UUID_TIME_MS)),
    below: before === undefined ? MAX_UUID : leastUuidOf(Math.min(before, MAX_UUID_TIME_MS)),
  };
}

/**
 * Returns the lowest ID that can match. Except for clock skew, the deliveries of a replay are created after the replay,
 * and events about a message are created after the message.
 */
function earliestOf({ messageId, replayId }: LogFilters): string {
  const ofMessage = messageId && leastUuidOf(Math.max(0, timeOfUuid(messageId) - CLOCK_TOLERANCE_MS));
  return later(replayId, ofMessage);
}

function optionalText(description: string) {
  return Type.Optional(Type.String({ description }));
}

/** Returns the UUID of an ID with this prefix, or undefined if the ID is absent. Calls `fail` for an invalid ID. */
export function checkedId(
  field: string,
  prefix: string,
  given: string | undefined,
  nowMs: number,
  fail: Fail,
): string | undefined {
  if (!given) return undefined;
  const uuid = parseId(prefix, given, nowMs);
  if (!uuid) fail(field, `must be an ID: \`${prefix}_\` followed by 32 hex digits.`);
  return uuid;
}

/** Returns a time in milliseconds, or undefined if it is absent. Calls `fail` for an invalid time. */
export function parseTime(
  field: 'created_after' | 'created_before',
  fields: FilterFields,
  fail: Fail,
): number | undefined {
  const given = fields[field];
  if (!given) return undefined;
  const time = parseIsoTime(given) ?? -1;
  if (time >= 0) return time;
  fail(field, 'must be an ISO 8601 date-time, for example 2026-01-31T12:00:00Z.');
  return undefined;
}

function parsePageSize(fields: PageFields, fail: Fail): number {
  const field = fields.per_page ? 'per_page' : 'limit';
  const given = fields[field];
  if (!given) return DEFAULT_PAGE;
  if (/^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= MAX_PAGE) return Number(given);
  fail(field, `must be an integer from 1 to ${MAX_PAGE}.`);
  return DEFAULT_PAGE;
}

/** Parses a comma-separated list of names and removes duplicates. */
function parseNames<Name extends string>(
  field: string,
  given: string | undefined,
  known: readonly Name[],
  fail: Fail,
): readonly Name[] | undefined {
  if (!given) return undefined;
  const names = given.split(',', known.length + 1).map((name) => known.find((one) => one === name.trim()));
  const found = names.filter((name) => name !== undefined);
  if (found.length < names.length) fail(field, `must contain only these values, comma-separated: ${known.join(', ')}.`);
  return [...new Set(found)];
}

/**
 * Rejects strings that are longer than any stored value, and NUL characters and unpaired surrogates, which PostgreSQL
 * cannot compare.
 */
function checkedText(field: string, given: string | undefined, most: number, fail: Fail): string | undefined {
  if (!given) return undefined;
  if (given.length > most) fail(field, `must be at most ${most} characters.`);
  else if (given.includes('\0') || !given.isWellFormed())
    fail(field, 'must not contain NUL characters or unpaired surrogates.');
  return given;
}

function later(a: string = MIN_UUID, b: string = MIN_UUID): string {
  return a > b ? a : b;
}

function earlier(a: string = MAX_UUID, b: string = MAX_UUID): string {
  return a < b ? a : b;
}
