import type { Tx } from '../../../base/db.ts';
import { storable } from '../../../base/stored-text.ts';
import { appendEvents } from './queries.ts';
import type { NewVendorEvent } from './types.ts';

/**
 * Appends events to an account's log in their order. Must be called last in a transaction: other writers of the
 * account's events wait until it ends, so that a reader that continues after an event misses none.
 */
export async function recordVendorEvents(tx: Tx, accountId: number, events: readonly NewVendorEvent[]): Promise<void> {
  if (events.length === 0) return;
  await appendEvents(
    tx,
    accountId,
    events.map(({ vendor }) => vendor),
    events.map(({ domain }) => domain),
    events.map(({ messageId }) => messageId),
    events.map(({ recipientNo }) => recipientNo),
    events.map(({ recipient }) => recipient),
    events.map(({ event }) => event),
    events.map(({ details }) =>
      JSON.stringify(details, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value)),
    ),
  );
}
