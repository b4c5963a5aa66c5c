import type { Tx } from '../../../base/db.ts';
import { insertDeliveries } from './queue-queries.ts';
import { storable } from '../../../base/stored-text.ts';
import type { NewWebhookEvent } from './types.ts';

/**
 * Writes what is to be told of an account's mails and alerts, in the transaction that records it: a row an event and recipient,
 * where the account has a webhook with that event enabled; held while the webhook is disabled. Resolves with whether
 * there is something to be sent once the transaction commits.
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

/** Strings within JSON as PostgreSQL takes them: escaped, NUL and half surrogates would be refused just so. */
function storableValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}
