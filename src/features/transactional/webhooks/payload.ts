import { presentId } from '../../../base/ids.ts';
import { factsOf } from './events.ts';
import type { WebhookEvent, WebhookFormat, WebhookMessage } from './types.ts';

/**
 * Returns the body of a delivery: UTF-8 JSON without spaces. These bytes are signed and sent in each attempt.
 * `messageStatus` is the status directly after the event. If an event about a message has no `message`, the body
 * contains only the event's own data. In the native format, an event that is not about a message, such as an alert, has
 * null instead of a message.
 */
export function writePayload(
  format: WebhookFormat,
  event: WebhookEvent,
  message: WebhookMessage | undefined,
  messageStatus: string | undefined,
): Buffer {
  const payload =
    format === 'native' ? nativePayload(event, message, messageStatus) : compatiblePayload(event, message);
  return Buffer.from(JSON.stringify(payload));
}

function nativePayload(event: WebhookEvent, message: WebhookMessage | undefined, messageStatus: string | undefined) {
  const { recipient, status, reason, extra } = event;
  return {
    id: presentId('whd', event.id),
    event: event.event,
    occurred_at: event.occurredAt.toISOString(),
    data: {
      message: nativeMessage(event, message, messageStatus),
      recipient,
      status,
      reason,
      ...(extra && { [factsOf(event.event).dataName ?? event.event]: extra }),
    },
  };
}

function nativeMessage(event: WebhookEvent, message: WebhookMessage | undefined, messageStatus: string | undefined) {
  if (!message && event.messageId === null) return null;
  const { id, to, subject, tag } = message ?? unknownMessage(event, event.messageId ?? '');
  return { id, status: messageStatus ?? null, to, subject, tag };
}

/** Returns the payload in the `compatible` format. */
function compatiblePayload(event: WebhookEvent, message: WebhookMessage | undefined) {
  const { compatibleData, compatibleName } = factsOf(event.event);
  return {
    type: compatibleName,
    created_at: event.occurredAt.toISOString(),
    data: {
      ...(event.messageId !== null && compatibleMessage(event, event.messageId, message)),
      ...compatibleData?.(event),
    },
  };
}

function compatibleMessage(event: WebhookEvent, messageId: string, message: WebhookMessage | undefined) {
  const known = message ?? unknownMessage(event, messageId);
  const headers = Object.entries(known.headers).map(([name, value]) => ({ name, value }));
  return {
    email_id: known.id,
    message_id: known.messageIdHeader,
    created_at: known.createdAt.toISOString(),
    from: known.from,
    to: event.recipient === null ? known.to : toOf(event),
    subject: known.subject,
    ...compatibleTags(known),
    ...(headers.length > 0 && { headers }),
  };
}

/**
 * Returns tags as an object keyed by name, as the compatible format requires. If a name has several values, the last
 * one is used.
 */
function compatibleTags({ tag, tags = [] }: WebhookMessage) {
  if (tags.length > 0) return { tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])) };
  return tag === null ? {} : { tags: { tag } };
}

/**
 * Returns placeholder data for a deleted message, with the data that the event contains. All other strings are empty
 * instead of null, because clients of the compatible format reject null.
 */
function unknownMessage(event: WebhookEvent, messageId: string): WebhookMessage {
  const { occurredAt, tag } = event;
  const id = presentId('tm', messageId);
  return { id, from: '', to: toOf(event), subject: '', tag, headers: {}, createdAt: occurredAt, messageIdHeader: '' };
}

function toOf(event: WebhookEvent): string[] {
  return event.recipient === null ? [] : [event.recipient];
}
