import { isUnavailable } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { ReadyDelivery } from './attempt.ts';
import type { ClaimedRow } from './claim-queries.ts';
import type { LiveWebhook } from './directory.ts';
import { writePayload } from './payload.ts';
import type { MessageFacts, WebhookEvent, WebhookFormat } from './types.ts';

/** A leased delivery. A claim also returns a last row that has no ID and describes the claim itself. */
export type LeasedRow = ClaimedRow & { readonly id: string };

/** An account's leased rows, grouped by whether they can be sent. */
export interface Composed {
  readonly ready: readonly ReadyDelivery[];
  /** Rows whose webhook is disabled or deleted. They wait for a replay. */
  readonly held: readonly LeasedRow[];
  /** Rows whose payload could not be created. */
  readonly broken: readonly LeasedRow[];
}

/** Creates the payloads for an account's leased deliveries. A retry has the payload of the first attempt. */
export async function compose(
  parts: { readonly facts: MessageFacts; readonly log: Log },
  accountId: number,
  webhook: LiveWebhook | undefined,
  rows: readonly LeasedRow[],
): Promise<Composed> {
  const isSendable = ({ url }: LeasedRow): boolean => webhook !== undefined && (webhook.isEnabled || url !== null);
  const held = rows.filter((row) => !isSendable(row));
  const sendable = rows.filter(isSendable);
  if (!webhook || sendable.length === 0) return { ready: [], held, broken: [] };
  const asked = sendable.flatMap(({ body, event_id: id, message_id: messageId }) =>
    body === null && messageId !== null ? [{ id, messageId }] : [],
  );
  const { facts, faults } = await factsApart(parts.facts, accountId, asked);
  const ready: ReadyDelivery[] = [];
  const broken: LeasedRow[] = [];
  for (const row of sendable) {
    try {
      if (faults.has(row.event_id)) throw faults.get(row.event_id);
      const known = facts.get(row.event_id);
      const format: WebhookFormat = row.format ?? webhook.format;
      const body = row.body ?? writePayload(format, eventOf(row), known?.message, known?.status);
      ready.push(readyOf(row, body, format, webhook));
    } catch (error) {
      parts.log.error('Building a webhook payload failed', { accountId, deliveryId: row.id, error });
      broken.push(row);
    }
  }
  return { ready, held, broken };
}

type Asked = Parameters<MessageFacts>[1];
type Facts = Awaited<ReturnType<MessageFacts>>;

/**
 * Returns the data for the payload of each event, or the error, so that an unreadable message does not affect the
 * others.
 */
async function factsApart(
  factsOf: MessageFacts,
  accountId: number,
  asked: Asked,
): Promise<{ readonly facts: Facts; readonly faults: ReadonlyMap<string, unknown> }> {
  if (asked.length === 0) return { facts: new Map(), faults: new Map() };
  try {
    return { facts: await factsOf(accountId, asked), faults: new Map() };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (asked.length === 1) return { facts: new Map(), faults: new Map(asked.map(({ id }) => [id, error])) };
    const half = Math.ceil(asked.length / 2);
    const some = await factsApart(factsOf, accountId, asked.slice(0, half));
    const others = await factsApart(factsOf, accountId, asked.slice(half));
    return {
      facts: new Map([...some.facts, ...others.facts]),
      faults: new Map([...some.faults, ...others.faults]),
    };
  }
}

function readyOf(row: LeasedRow, body: Buffer, format: WebhookFormat, webhook: LiveWebhook): ReadyDelivery {
  return {
    accountId: row.account_id,
    id: row.id,
    eventId: row.event_id,
    epoch: row.epoch,
    attempts: row.attempts,
    body,
    format,
    url: row.url ?? webhook.url,
    isOwnUrl: row.url === null,
  };
}

function eventOf(row: LeasedRow): WebhookEvent {
  return {
    id: row.event_id,
    messageId: row.message_id,
    recipientNo: row.recipient_no,
    recipient: row.recipient,
    event: row.event,
    occurredAt: new Date(row.occurred_ms),
    status: row.status,
    reason: row.reason,
    extra: row.extra,
    tag: row.tag,
  };
}
