import { invalid } from '../../../base/refusal.ts';
import type { Db } from '../../../base/db.ts';
import { isObject } from '../resend/index.ts';
import { LATEST, MAX_EVENTS } from '../vendors/index.ts';
import { eventsNamed, type EventPage } from './event-query.ts';
import { readPage } from './events.ts';
import { decodePage, encodePage } from './page-token.ts';
import { presentEvent } from './present-event.ts';

const DEFAULT_LIMIT = 100;
const DAY_MS = 24 * 3_600_000;

/** Parses a request to `/v1/analytics/logs`. `domain` is the domain that the key is restricted to, if any. */
export function logsPage(given: unknown, domain: string | undefined, nowMs: number): EventPage {
  if (!isObject(given)) throw invalid({ body: ['must be an object.'] });
  const pagination = isObject(given['pagination']) ? given['pagination'] : {};
  const filters = filtersOf(given['filter']);
  const wanted = domainIn(filters, domain);
  const { token } = pagination;
  if (typeof token === 'string' && token !== '') return decodePage(token, wanted);
  const isAscending = pagination['sort'] === 'timestamp:asc';
  return {
    filter: {
      vendor: 'mailgun',
      domain: wanted,
      begin: new Date(timeOf(given, 'start') ?? nowMs - DAY_MS),
      end: new Date(timeOf(given, 'end') ?? nowMs),
      events: namesIn(given['events']),
      recipient: filters.recipient,
      messageId: undefined,
      tags: filters.tags,
      sender: undefined,
      subject: undefined,
    },
    isAscending,
    from: isAscending ? { place: 0, towards: 'later' } : { place: LATEST, towards: 'earlier' },
    limit: limitOf(pagination['limit']),
  };
}

function domainIn(filters: Filters, domain: string | undefined): string | undefined {
  const wanted = filters.domain ?? domain;
  if (domain !== undefined && wanted !== domain)
    throw invalid({
      filter: [`must include only the domain ${domain}, because the API key is limited to this domain.`],
    });
  return wanted;
}

function namesIn(events: unknown) {
  return Array.isArray(events) && events.length > 0 ? eventsNamed(events.map(String), 'events') : undefined;
}

/** Returns events in the format of `/v1/analytics/logs`, with a page token if there may be more events. */
export async function listLogs(db: Db, accountId: number, page: EventPage) {
  const rows = await readPage(db, accountId, page);
  const last = rows.at(-1);
  const next = last && encodePage({ ...page, from: { place: last.id, towards: page.from.towards } });
  return {
    start: page.filter.begin.toUTCString(),
    end: page.filter.end.toUTCString(),
    items: rows.map((row) => {
      const { timestamp: _timestamp, ...event } = presentEvent(row);
      return { ...event, '@timestamp': row.recorded_at.toISOString(), domain: { name: row.domain } };
    }),
    pagination: { ...(next !== undefined && rows.length === page.limit && { next }), total: rows.length },
    aggregates: {},
  };
}

interface Filters {
  domain: string | undefined;
  recipient: string | undefined;
  tags: string[];
}

function filtersOf(given: unknown): Filters {
  const filters: Filters = { domain: undefined, recipient: undefined, tags: [] };
  const all = isObject(given) && Array.isArray(given['AND']) ? given['AND'] : [];
  for (const each of all) {
    const { attribute, comparator, values } = isObject(each) ? each : {};
    const [first] = Array.isArray(values) ? values : [];
    const value = isObject(first) ? first['value'] : undefined;
    if (comparator !== '=' || typeof value !== 'string') {
      throw invalid({ filter: ['must contain only conditions with "=" and one value.'] });
    }
    if (attribute === 'domain') filters.domain = value.toLowerCase();
    else if (attribute === 'tag') filters.tags.push(value);
    else if (attribute === 'recipient') filters.recipient = value;
    else throw invalid({ filter: ['must use only the attributes domain, tag, and recipient.'] });
  }
  return filters;
}

function timeOf(given: Record<string, unknown>, name: string): number | undefined {
  const value = given[name];
  if (value === undefined || value === '') return undefined;
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw invalid({ [name]: ['must be an RFC 2822 date.'] });
  return ms;
}

function limitOf(given: unknown): number {
  if (given === undefined) return DEFAULT_LIMIT;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 1) {
    throw invalid({ 'pagination.limit': [`must be an integer from 1 to ${MAX_EVENTS}.`] });
  }
  return Math.min(given, MAX_EVENTS);
}
