import type { Db } from '../../../base/db.ts';
import { eventsAfter, eventsBefore, type EventRow } from './queries.ts';
import type { Vendor, VendorEventName } from './types.ts';

/** Filter for events. Undefined and empty properties are ignored. */
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

/**
 * Cursor in the log: an event number and a direction. The page contains the events after the number (`later`) or before
 * it (`earlier`), nearest first.
 */
export interface EventPlace {
  readonly place: number;
  readonly towards: 'later' | 'earlier';
}

/** Cursor position after all events. */
export const LATEST = Number.MAX_SAFE_INTEGER;

/**
 * Returns up to `limit` events in the given direction from a position, nearest first. Events become visible in the
 * order of their numbers, so a reader that continues after the last event misses no events.
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
