import type { Tx } from '../../../base/db.ts';
import { storable } from '../../../base/stored-text.ts';
import { appendEvents } from './queries.ts';
import type { NewVendorEvent } from './types.ts';

/**
 * Writes events of an account into its log, in their order. To be called last in a transaction: whoever else writes events of
 * the account waits until it ends, so that who reads on from an event misses none.
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
