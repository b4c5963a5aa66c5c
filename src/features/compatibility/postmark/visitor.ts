import type { EventRow } from '../vendors/delivery-door.ts';

/** Formats the client program of an open or click; locations are not stored. */
export function presentVisitor({ details }: Pick<EventRow, 'details'>): Record<string, unknown> {
  return { UserAgent: details.userAgent ?? '', Platform: 'Unknown', Client: {}, OS: {}, Geo: {} };
}
