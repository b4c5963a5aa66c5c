import { invalid } from '../../../base/refusal.ts';
import { LATEST, MAX_EVENTS, type EventFilter, type EventPlace, type VendorEventName } from '../vendors/index.ts';
import { uuidOfMessageId } from './ids.ts';

/** Parameters for a page of events: filter, start, and sort order. */
export interface EventPage {
  readonly filter: EventFilter;
  readonly isAscending: boolean;
  readonly from: EventPlace;
  readonly limit: number;
}

const DEFAULT_LIMIT = 100;
const DAY_MS = 24 * 3_600_000;
/**
 * Latest timestamp that a request may contain, and the default end of the time range, in milliseconds since the Unix
 * epoch.
 */
const FOREVER_MS = Date.UTC(9999, 0);

/** Our event types, keyed by Mailgun's names. Some of Mailgun's names have no equivalent. */
const NAMES: Readonly<Record<string, readonly VendorEventName[]>> = {
  accepted: ['accepted'],
  delivered: ['delivered'],
  failed: ['delayed', 'bounced', 'failed', 'suppressed'],
  opened: ['opened'],
  clicked: ['clicked'],
  complained: ['complained'],
  unsubscribed: [],
  rejected: [],
  stored: [],
  list_member_uploaded: [],
  list_member_upload_error: [],
  list_uploaded: [],
};
const OF_SEVERITY: Readonly<Record<string, readonly VendorEventName[]>> = {
  temporary: ['delayed'],
  permanent: ['bounced', 'failed', 'suppressed'],
};

type Query = Readonly<Record<string, unknown>>;

/** Parses the query string of `/events` into parameters for the first page. Throws validation_error. */
export function firstPage(query: Query, domain: string, nowMs: number): EventPage {
  const [begin, end] = [timeOf(query, 'begin'), timeOf(query, 'end')];
  const isReversed = begin !== undefined && end !== undefined && end < begin;
  const isAscending = orderOf(query) ?? (begin !== undefined && !isReversed);
  const [least, greatest] = isReversed ? [end, begin] : [begin, end];
  return {
    filter: {
      vendor: 'mailgun',
      domain,
      begin: new Date(least ?? nowMs - 30 * DAY_MS),
      end: new Date(greatest ?? FOREVER_MS),
      events: eventsOf(text(query, 'event'), text(query, 'severity')),
      recipient: text(query, 'recipient') ?? text(query, 'to'),
      messageId: messageIdOf(text(query, 'message-id')),
      tags: tagsOf(text(query, 'tags')),
      sender: text(query, 'from'),
      subject: text(query, 'subject'),
    },
    isAscending,
    from: isAscending ? { place: 0, towards: 'later' } : { place: LATEST, towards: 'earlier' },
    limit: limitOf(text(query, 'limit')),
  };
}

/** Converts Mailgun's event names to ours. Throws a validation_error that names `field` for unknown names. */
export function eventsNamed(names: readonly string[], field: string): readonly VendorEventName[] {
  return names.flatMap((name) => {
    const events = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (!events)
      throw invalid({ [field]: [`${JSON.stringify(name)} must be one of ${Object.keys(NAMES).join(', ')}.`] });
    return events;
  });
}

/**
 * Returns a parameter. The text `undefined` counts as absent, because some clients send this text for missing values.
 */
function text(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '' || value === 'undefined') return undefined;
  if (typeof value !== 'string') throw invalid({ [name]: ['must not be repeated.'] });
  return value;
}

function eventsOf(given: string | undefined, severity: string | undefined): readonly VendorEventName[] | undefined {
  const named =
    given &&
    eventsNamed(
      given.split(/\s+OR\s+/i).map((name) => name.trim()),
      'event',
    );
  if (severity === undefined) return named || undefined;
  const ofSeverity = OF_SEVERITY[severity];
  if (!ofSeverity) throw invalid({ severity: ['must be temporary or permanent.'] });
  return named ? ofSeverity.filter((event) => named.includes(event)) : ofSeverity;
}

function tagsOf(given: string | undefined): string[] {
  if (given === undefined) return [];
  if (/\s+OR\s+|[()]/.test(given)) throw invalid({ tags: ['can be combined only with AND.'] });
  return given.split(/\s+AND\s+/).map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));
}

function orderOf(query: Query): boolean | undefined {
  const given = text(query, 'ascending')?.toLowerCase();
  if (given === undefined) return undefined;
  if (['yes', 'true', '1'].includes(given)) return true;
  if (['no', 'false', '0'].includes(given)) return false;
  throw invalid({ ascending: ['must be yes or no.'] });
}

/** Parses seconds since the Unix epoch with an optional fraction, or a date in the format of RFC 2822. */
function timeOf(query: Query, name: string): number | undefined {
  const given = text(query, name);
  if (given === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(given) ? Math.round(Number(given) * 1_000) : Date.parse(given);
  // Restore a plus sign that was decoded as a space because the client did not encode it.
  const corrected = Number.isNaN(ms) ? Date.parse(given.replace(/ (\d{4})$/, '+$1')) : ms;
  if (Number.isNaN(corrected) || corrected < 0 || corrected > FOREVER_MS) {
    throw invalid({ [name]: ['must be a Unix timestamp in seconds or an RFC 2822 date.'] });
  }
  return corrected;
}

function limitOf(given: string | undefined): number {
  if (given === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (limit < 1) throw invalid({ limit: [`must be an integer from 1 to ${MAX_EVENTS}.`] });
  return Math.min(limit, MAX_EVENTS);
}

function messageIdOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  // Replace invalid IDs with the smallest UUID, which no message has, so that the filter matches nothing.
  return uuidOfMessageId(given) ?? '00000000-0000-0000-0000-000000000000';
}
