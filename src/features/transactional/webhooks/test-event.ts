import { presentId } from '../../../base/ids.ts';
import { EVENTS, TEST_TAG, type EventFacts, type WebhookEventName } from './events.ts';
import { writePayload } from './payload.ts';
import type { WebhookEvent, WebhookFormat, WebhookMessage } from './types.ts';

/** RFC 2606 section 3: nobody's. */
const TEST_RECIPIENT = 'recipient@example.com';

/** A test event, ready to be queued. */
export interface TestEvent {
  readonly event: WebhookEvent;
  /** What is sent: as for a real event, and at the top `"test": true`, by which receivers can tell. */
  readonly body: Buffer;
}

interface EventIds {
  readonly event: string;
  readonly message: string;
}

/** An event of a kind about a mail that was never sent, or an alert that there is not; pure. The two ids are new ones. */
export function testEvent(name: WebhookEventName, format: WebhookFormat, occurredAt: Date, ids: EventIds): TestEvent {
  const { event, payload } = sampleOf(name, format, occurredAt, ids);
  return { event, body: Buffer.from(JSON.stringify({ ...payload, test: true })) };
}

/** The same event with its payload as a real one has it: JSON, parsed. */
export function sampleOf(name: WebhookEventName, format: WebhookFormat, occurredAt: Date, ids: EventIds) {
  const { sample }: EventFacts = EVENTS[name];
  const { extra = null, messageStatus, reason = null, status = null } = sample(occurredAt.toISOString());
  const isOfMail = messageStatus !== undefined;
  const event: WebhookEvent = {
    id: ids.event,
    messageId: isOfMail ? ids.message : null,
    recipientNo: isOfMail ? 0 : null,
    recipient: isOfMail ? TEST_RECIPIENT : null,
    event: name,
    occurredAt,
    status,
    reason,
    extra,
    tag: TEST_TAG,
  };
  const message = isOfMail ? messageOf(ids.message, occurredAt) : undefined;
  // writePayload promises a JSON object.
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
