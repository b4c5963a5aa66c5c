import { createHash } from 'node:crypto';
import type { EventRow, Hook, HookWriter } from '../vendors/delivery-door.ts';
import { settingsOf } from './event-types.ts';
import { presentEvent } from './present-event.ts';

/**
 * Posts as Amazon SNS does what Amazon SES tells it: the event as text within a notification. It is not signed, because receivers
 * that check take certificates of amazonaws.com alone; what protects it is the password that its address was given with.
 */
export function createSesWriter(): HookWriter {
  return {
    refusals: [],
    write: (accountId, event, hook, nowMs) => Promise.resolve(notificationOf(accountId, event, hook, nowMs)),
  };
}

function notificationOf(accountId: number, event: EventRow, hook: Hook, nowMs: number) {
  // What was sent with another configuration set, or with none, is none of this one's.
  const told = event.stream === hook.kind ? presentEvent(accountId, event) : undefined;
  if (!told) return undefined;
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
        Message: JSON.stringify(told),
        Timestamp: new Date(nowMs).toISOString(),
      }),
    ),
  };
}

/** The same for each attempt, in the form of a UUID: receivers know by it what they have had. */
function notificationId({ id, message_id: messageId }: EventRow): string {
  const hex = createHash('sha256').update(`${messageId} ${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
