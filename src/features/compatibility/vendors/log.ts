import type { Db } from '../../../base/db.ts';
import { eventsAfter, eventsBefore, type EventRow } from './queries.ts';
import type { Vendor, VendorEventName } from './types.ts';

/** Which events; what is undefined or empty does not filter. */
export interface EventFilter {
  readonly vendor: Vendor;
  readonly domain: string | undefined;
  readonly begin: Date;
  readonly end: Date;
  readonly events: readonly VendorEventName[] | undefined;
  readonly recipient: string | undefined;
  /** A UUID. */
  readonly messageId: string | undefined;
  /** All of them. */
  readonly tags: readonly string[];
  readonly sender: string | undefined;
  readonly subject: string | undefined;
}

/** From where a page is read: events behind a place in the order of the log, or before it, the nearest first. */
export interface EventPlace {
  readonly place: number;
  readonly towards: 'later' | 'earlier';
}

/** Behind all events, whatever they are. */
export const LATEST = Number.MAX_SAFE_INTEGER;

/**
 * Up to `limit` events that lie in a direction from a place, the nearest first. What is committed later has a greater number
 * than all that can be read, so that reading on from the last that was seen misses none.
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
