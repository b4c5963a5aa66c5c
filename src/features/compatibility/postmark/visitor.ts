import type { EventRow } from '../vendors/delivery-door.ts';

/** What is known of who opens or clicks: the program; from where they came is not kept. */
export function presentVisitor({ details }: Pick<EventRow, 'details'>): Record<string, unknown> {
  return { UserAgent: details.userAgent ?? '', Platform: 'Unknown', Client: {}, OS: {}, Geo: {} };
}
