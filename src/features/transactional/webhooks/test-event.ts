import { presentId } from '../../../base/ids.ts';
import { EVENTS, TEST_TAG, type EventFacts, type WebhookEventName } from './events.ts';
import { writePayload } from './payload.ts';
import type { WebhookEvent, WebhookFormat, WebhookMessage } from './types.ts';

/** An address that is reserved for examples (RFC 2606 section 3). */
const TEST_RECIPIENT = 'recipient@example.com';

/** A test event that is ready to be queued. */
export interface TestEvent {
  readonly event: WebhookEvent;
  /** The payload of a real event, with `"test": true` at the top level, so that receivers recognize the test. */
  readonly body: Buffer;
}

interface EventIds {
  readonly event: string;
  readonly message: string;
}

/**
 * Creates an event about a message, alert, or contact that does not exist. The event and its message have the given
 * IDs. Pure.
 */
export function testEvent(name: WebhookEventName, format: WebhookFormat, occurredAt: Date, ids: EventIds): TestEvent {
  const { event, payload } = sampleOf(name, format, occurredAt, ids);
  return { event, body: Buffer.from(JSON.stringify({ ...payload, test: true })) };
}

/** Same as `testEvent`, but without the test marker, and with the payload as an object instead of bytes. */
export function sampleOf(name: WebhookEventName, format: WebhookFormat, occurredAt: Date, ids: EventIds) {
  const { sample }: EventFacts = EVENTS[name];
  const {
    extra = null,
    messageStatus,
    reason = null,
    recipient = null,
    status = null,
  } = sample(occurredAt.toISOString());
  const isOfMail = messageStatus !== undefined;
  const event: WebhookEvent = {
    id: ids.event,
    messageId: isOfMail ? ids.message : null,
    recipientNo: isOfMail ? 0 : null,
    recipient: isOfMail ? TEST_RECIPIENT : recipient,
    event: name,
    occurredAt,
    status,
    reason,
    extra,
    tag: TEST_TAG,
  };
  const message = isOfMail ? messageOf(ids.message, occurredAt) : undefined;
  // Safe cast: writePayload returns a JSON object.
  const payload = JSON.parse(writePayload(format, event, message, messageStatus).toString()) as Record<string, unknown>;
  return { event, payload };
}

function messageOf(id: string, createdAt: Date): WebhookMessage {
  return {
    id: presentId('tm', id),
    from: 'Sender <sender@example.com>',
    to: [TEST_RECIPIENT],
    subject: 'Webhook test',
    tag: TEST_TAG,
    headers: {},
    createdAt,
    messageIdHeader: `<${id}@example.com>`,
  };
}
