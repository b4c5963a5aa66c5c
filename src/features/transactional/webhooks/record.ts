import type { Tx } from '../../../base/db.ts';
import { insertDeliveries } from './queue-queries.ts';
import { storable } from '../../../base/stored-text.ts';
import type { NewWebhookEvent } from './types.ts';

/**
 * Records events of an account in the caller's transaction. Inserts a row for each event that the account's webhook has
 * selected. The rows are held while the webhook is disabled. Returns whether any events must be sent after the commit.
 */
export async function recordWebhookEvents(
  tx: Tx,
  accountId: number,
  events: readonly NewWebhookEvent[],
): Promise<boolean> {
  if (events.length === 0) return false;
  const rows = await insertDeliveries(tx, {
    accountId,
    eventIds: events.map(({ id }) => id),
    messageIds: events.map(({ messageId }) => messageId),
    recipientNos: events.map(({ recipientNo }) => recipientNo),
    recipients: events.map(({ recipient }) => recipient),
    events: events.map(({ event }) => event),
    occurredAt: events.map(({ occurredAt }) => occurredAt),
    statuses: events.map(({ status }) => status),
    reasons: events.map(({ reason }) => reason && storable(reason)),
    extras: events.map(({ extra }) => extra && JSON.stringify(extra, storableValue)),
  });
  return rows.some(({ state }) => state === 0);
}

/**
 * Makes strings in JSON storable. PostgreSQL rejects NUL characters and unpaired surrogates, even if they are escaped.
 */
function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}
