import type { Tx } from '../../../base/db.ts';
import { storable } from '../../../base/stored-text.ts';
import { appendEvents } from './queries.ts';
import type { NewVendorEvent } from './types.ts';

/**
 * Appends events to an account's event log in the given order. Call this function last in a transaction, because other
 * transactions that write the account's events wait until this transaction ends. This way, a reader that continues
 * after a given event misses no events.
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
