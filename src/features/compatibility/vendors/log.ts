import type { Db } from '../../../base/db.ts';
import { eventsAfter, eventsBefore, type EventRow } from './queries.ts';
import type { Vendor, VendorEventName } from './types.ts';

/** Filter of events; undefined and empty values do not filter. */
export interface EventFilter {
  readonly vendor: Vendor;
  readonly domain: string | undefined;
  readonly begin: Date;
  readonly end: Date;
  readonly events: readonly VendorEventName[] | undefined;
  readonly recipient: string | undefined;
  /** A UUID. */
  readonly messageId: string | undefined;
  /** Events must have all of these tags. */
  readonly tags: readonly string[];
  readonly sender: string | undefined;
  readonly subject: string | undefined;
}

/** Start of a page: events after a place in the order of the log, or before it, nearest first. */
export interface EventPlace {
  readonly place: number;
  readonly towards: 'later' | 'earlier';
}

/** A place after all events. */
export const LATEST = Number.MAX_SAFE_INTEGER;

/**
 * Returns up to `limit` events in a direction from a place, nearest first. Events that are committed later have greater
 * numbers than all readable ones, so continuing after the last event misses none.
 */
export async function readEvents(
  db: Db,
  accountId: number,
  filter: EventFilter,
  { place, towards }: EventPlace,
  limit: number,
): Promise<readonly EventRow[]> {
  const read = towards === 'later' ? eventsAfter : eventsBefore;
  return read(
    db,
    accountId,
    filter.vendor,
    filter.domain ?? null,
    place,
    limit,
    filter.begin,
    filter.end,
    filter.events ?? null,
    filter.recipient ?? null,
    filter.messageId ?? null,
    filter.tags,
    filter.sender ?? null,
    filter.subject ?? null,
  );
}
