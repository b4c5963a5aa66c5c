import { createHash } from 'node:crypto';
import type { EventRow, Hook, HookWriter } from '../vendors/for-delivery.ts';
import { settingsOf } from './event-types.ts';
import { presentEvent } from './present-event.ts';

/**
 * Creates a writer that posts Amazon SES events in the format of Amazon SNS, with the event as text in a notification.
 * Notifications are not signed, because receivers that check signatures only accept certificates from amazonaws.com.
 * Instead, the password in the URL protects the receiver.
 */
export function createSesWriter(): HookWriter {
  return {
    refusals: [],
    write: (accountId, event, hook, nowMs) => Promise.resolve(notificationOf(accountId, event, hook, nowMs)),
  };
}

function notificationOf(accountId: number, event: EventRow, hook: Hook, nowMs: number) {
  // Messages with another configuration set, or without a configuration set, are not reported to this destination.
  const reported = event.stream === hook.kind ? presentEvent(accountId, event) : undefined;
  if (!reported) return undefined;
  const id = notificationId(event);
  const topic = `arn:aws:sns:postrider:${accountId}:${hook.kind}`;
  const { login } = settingsOf(hook);
  const basic = login && Buffer.from(`${login.name}:${login.password}`).toString('base64');
  return {
    headers: {
      'content-type': 'text/plain; charset=UTF-8',
      'user-agent': 'Postrider-Webhooks/1',
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-message-id': id,
      'x-amz-sns-topic-arn': topic,
      ...(basic && { authorization: `Basic ${basic}` }),
    },
    body: Buffer.from(
      JSON.stringify({
        Type: 'Notification',
        MessageId: id,
        TopicArn: topic,
        Subject: 'Amazon SES Email Event Notification',
        Message: JSON.stringify(reported),
        Timestamp: new Date(nowMs).toISOString(),
      }),
    ),
  };
}

/**
 * Returns the notification's ID in UUID format. The ID is the same for all attempts, so that receivers can detect
 * duplicates.
 */
function notificationId({ id, message_id: messageId }: EventRow): string {
  const hex = createHash('sha256').update(`${messageId} ${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
