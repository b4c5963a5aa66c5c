import type { EventRow } from '../vendors/for-delivery.ts';

/**
 * Formats the client program from which an email was opened or a link was clicked. Locations are omitted, because they
 * are not stored.
 */
export function presentVisitor({ details }: Pick<EventRow, 'details'>): Record<string, unknown> {
  return { UserAgent: details.userAgent ?? '', Platform: 'Unknown', Client: {}, OS: {}, Geo: {} };
}
