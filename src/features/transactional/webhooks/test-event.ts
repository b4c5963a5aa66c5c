import { presentId } from '../../../base/ids.ts';
import { writePayload } from './payload.ts';
import type { WebhookEvent, WebhookEventName, WebhookFormat, WebhookMessage } from './types.ts';

/** The tag of test events, by which the log finds them. */
const TEST_TAG = 'webhook_test';
/** RFC 2606 section 3: nobody's. */
const TEST_RECIPIENT = 'recipient@example.com';

type MailEventName = Exclude<WebhookEventName, 'alert'>;

/** What an event of each kind would say. */
interface Sample {
  /** The status of the message right after it. */
  readonly messageStatus: string;
  readonly status?: string;
  readonly reason?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** RFC 5737 section 3: addresses for documentation. */
const VISIT = { ip_address: '192.0.2.17', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0' };

/** Number 0 is that of no alert. The members stand in the order in which an alert's event has them. */
const ALERT = {
  id: 0,
  tag: TEST_TAG,
  kind: 'bounce_rate',
  state: 'firing',
  volume: 100,
  firing_since: '',
  value_percent: 7,
  minimum_volume: 20,
  window_minutes: 60,
  last_outcome_at: '',
  threshold_percent: 5,
};

const SAMPLES: Readonly<Record<MailEventName, Sample>> = {
  sent: { messageStatus: 'sent' },
  delivered: { messageStatus: 'delivered' },
  delayed: { messageStatus: 'queued', status: '4.2.2', reason: '452 4.2.2 The mailbox is full' },
  bounced: { messageStatus: 'bounced', status: '5.1.1', reason: '550 5.1.1 There is no such mailbox' },
  complained: { messageStatus: 'complained' },
  failed: {
    messageStatus: 'failed',
    status: '4.4.7',
    reason: 'Expired after 12 attempts in 48 hours: 451 4.3.0 Try again later',
  },
  opened: { messageStatus: 'delivered', extra: VISIT },
  clicked: { messageStatus: 'delivered', extra: { ...VISIT, link: 'https://example.com/welcome' } },
  suppressed: {
    messageStatus: 'suppressed',
    status: '5.7.1',
    reason: 'The address is on the suppression list of the account: an earlier email bounced',
  },
};

/** A test event, ready to be queued. */
export interface TestEvent {
  readonly event: WebhookEvent;
  /** What is sent: as for a real event, and at the top `"test": true`, by which receivers can tell. */
  readonly body: Buffer;
}

/** An event of a kind about a mail that was never sent, or an alert that there is not; pure. The two ids are new ones. */
export function testEvent(
  name: WebhookEventName,
  format: WebhookFormat,
  occurredAt: Date,
  ids: { readonly event: string; readonly message: string },
): TestEvent {
  const [event, payload] =
    name === 'alert' ? testOfAlert(format, occurredAt, ids.event) : testOfMail(name, format, occurredAt, ids);
  // writePayload promises a JSON object.
  const fields = JSON.parse(payload.toString()) as Record<string, unknown>;
  return { event, body: Buffer.from(JSON.stringify({ ...fields, test: true })) };
}

function testOfMail(
  name: MailEventName,
  format: WebhookFormat,
  occurredAt: Date,
  ids: { readonly event: string; readonly message: string },
): [WebhookEvent, Buffer] {
  const sample = SAMPLES[name];
  const event: WebhookEvent = {
    id: ids.event,
    messageId: ids.message,
    recipientNo: 0,
    recipient: TEST_RECIPIENT,
    event: name,
    occurredAt,
    status: sample.status ?? null,
    reason: sample.reason ?? null,
    extra: sample.extra ?? null,
    tag: TEST_TAG,
  };
  return [event, writePayload(format, event, messageOf(ids.message, occurredAt), sample.messageStatus)];
}

function testOfAlert(format: WebhookFormat, occurredAt: Date, id: string): [WebhookEvent, Buffer] {
  const ofNoMail = { messageId: null, recipientNo: null, recipient: null, status: null };
  const time = occurredAt.toISOString();
  const event: WebhookEvent = {
    ...ofNoMail,
    id,
    event: 'alert',
    occurredAt,
    reason:
      `Bounce rate for the tag "${TEST_TAG}" within 1 hour: 7% (7 of 100) of emails that were delivered or bounced. The rate is ` +
      'above the threshold of 5%.',
    extra: { ...ALERT, firing_since: time, last_outcome_at: time },
    tag: TEST_TAG,
  };
  return [event, writePayload(format, event, undefined, undefined)];
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
