import type { EventRow } from '../vendors/for-delivery.ts';

/**
 * Formats the user agent that opened an email or followed a link. Locations are omitted, because they are not stored.
 */
export function presentVisitor({ details }: Pick<EventRow, 'details'>): Record<string, unknown> {
  return { UserAgent: details.userAgent ?? '', Platform: 'Unknown', Client: {}, OS: {}, Geo: {} };
}
