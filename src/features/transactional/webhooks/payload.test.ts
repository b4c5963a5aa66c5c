import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writePayload } from './payload.ts';
import { WEBHOOK_EVENTS, type WebhookEventName } from './events.ts';
import type { WebhookEvent, WebhookMessage } from './types.ts';

const EVENT_ID = '0192f0c1-a2b3-7c4d-8e5f-60718293a4b5';
const MESSAGE_ID = '0192f0c1-0000-7000-8000-000000000001';
const AT = new Date('2026-11-21T02:00:00.123Z');

const MESSAGE: WebhookMessage = {
  id: 'tm_0192f0c1000070008000000000000001',
  from: 'Acme <hello@acme.example>',
  to: ['ann@example.com', 'bob@example.com'],
  subject: 'Grüße',
  tag: 'receipt',
  headers: { 'X-Order': '77' },
  createdAt: new Date('2026-11-21T01:59:58.000Z'),
  messageIdHeader: '<0192f0c1@acme.example>',
};

const VISIT = { ip_address: '192.0.2.1', user_agent: 'Mozilla/5.0' };
const ALERT = {
  id: 7,
  tag: 'receipt',
  kind: 'silence',
  state: 'firing',
  volume: null,
  firing_since: '2026-11-21T02:00:00.123Z',
  value_percent: null,
  minimum_volume: null,
  window_minutes: 90,
  last_outcome_at: '2026-11-21T00:30:00.000Z',
  threshold_percent: null,
};
const OF_NO_MAIL = { messageId: null, recipientNo: null, recipient: null };
const STEP = {
  automation: { id: 4, title: 'Welcome' },
  step: { id: 14, name: 'invoice' },
  contact: { id: 21 },
  properties: {},
};

function eventOf(event: string, facts: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    id: EVENT_ID,
    messageId: MESSAGE_ID,
    recipientNo: 1,
    recipient: 'bob@example.com',
    event,
    occurredAt: AT,
    status: null,
    reason: null,
    extra: null,
    tag: 'receipt',
    ...facts,
  };
}

const nativeGolden = (event: string, status: string, data: string): string =>
  `{"id":"whd_0192f0c1a2b37c4d8e5f60718293a4b5","event":"${event}","occurred_at":"2026-11-21T02:00:00.123Z","data":` +
  `{"message":{"id":"tm_0192f0c1000070008000000000000001","status":"${status}","to":["ann@example.com",` +
  `"bob@example.com"],"subject":"Grüße","tag":"receipt"},"recipient":"bob@example.com",${data}}}`;

const compatibleGolden = (type: string, extra: string): string =>
  `{"type":"email.${type}","created_at":"2026-11-21T02:00:00.123Z","data":{"email_id":` +
  '"tm_0192f0c1000070008000000000000001","message_id":"<0192f0c1@acme.example>","created_at":' +
  '"2026-11-21T01:59:58.000Z","from":"Acme <hello@acme.example>","to":["bob@example.com"],"subject":"Grüße",' +
  `"tags":{"tag":"receipt"},"headers":[{"name":"X-Order","value":"77"}]${extra}}}`;

const NOTHING = '"status":null,"reason":null';

/** An event and its exact payloads. */
interface Golden {
  readonly facts: Partial<WebhookEvent>;
  /** Status of the message directly after the event. */
  readonly status?: string;
  readonly native: string;
  readonly compatible: string;
}

const GOLDEN: Readonly<Record<WebhookEventName, Golden>> = {
  sent: {
    facts: {},
    status: 'sent',
    native: nativeGolden('sent', 'sent', NOTHING),
    compatible: compatibleGolden('sent', ''),
  },
  delivered: {
    facts: {},
    status: 'delivered',
    native: nativeGolden('delivered', 'delivered', NOTHING),
    compatible: compatibleGolden('delivered', ''),
  },
  delayed: {
    facts: { status: '4.2.2', reason: '452 4.2.2 Mailbox full' },
    status: 'sent',
    native: nativeGolden('delayed', 'sent', '"status":"4.2.2","reason":"452 4.2.2 Mailbox full"'),
    compatible: compatibleGolden('delivery_delayed', ''),
  },
  bounced: {
    facts: { status: '5.1.1', reason: '550 5.1.1 No such user' },
    status: 'bounced',
    native: nativeGolden('bounced', 'bounced', '"status":"5.1.1","reason":"550 5.1.1 No such user"'),
    compatible: compatibleGolden(
      'bounced',
      ',"bounce":{"type":"Permanent","subType":"NoEmail","message":"550 5.1.1 No such user","diagnosticCode":' +
        '["smtp; 550 5.1.1 No such user"]}',
    ),
  },
  complained: {
    facts: {},
    status: 'complained',
    native: nativeGolden('complained', 'complained', NOTHING),
    compatible: compatibleGolden('complained', ''),
  },
  failed: {
    facts: { status: '5.4.4', reason: 'The mail server has a private address' },
    status: 'failed',
    native: nativeGolden('failed', 'failed', '"status":"5.4.4","reason":"The mail server has a private address"'),
    compatible: compatibleGolden('failed', ',"failed":{"reason":"The mail server has a private address"}'),
  },
  opened: {
    facts: { extra: VISIT },
    status: 'delivered',
    native: nativeGolden(
      'opened',
      'delivered',
      `${NOTHING},"open":{"ip_address":"192.0.2.1","user_agent":"Mozilla/5.0"}`,
    ),
    compatible: compatibleGolden(
      'opened',
      ',"open":{"ipAddress":"192.0.2.1","timestamp":"2026-11-21T02:00:00.123Z","userAgent":"Mozilla/5.0"}',
    ),
  },
  clicked: {
    facts: { extra: { ...VISIT, link: 'https://acme.example/a?b=1&c=2' } },
    status: 'delivered',
    native: nativeGolden(
      'clicked',
      'delivered',
      `${NOTHING},"click":{"ip_address":"192.0.2.1","user_agent":"Mozilla/5.0","link":"https://acme.example/a?b=1&c=2"}`,
    ),
    compatible: compatibleGolden(
      'clicked',
      ',"click":{"ipAddress":"192.0.2.1","link":"https://acme.example/a?b=1&c=2",' +
        '"timestamp":"2026-11-21T02:00:00.123Z","userAgent":"Mozilla/5.0"}',
    ),
  },
  suppressed: {
    facts: { status: '5.7.1', reason: 'The address was on the suppression list' },
    status: 'suppressed',
    native: nativeGolden(
      'suppressed',
      'suppressed',
      '"status":"5.7.1","reason":"The address was on the suppression list"',
    ),
    compatible: compatibleGolden(
      'suppressed',
      ',"suppressed":{"type":"OnAccountSuppressionList","message":"The address was on the suppression list",' +
        '"reason":"previous_bounce","diagnosticCode":[]}',
    ),
  },
  alert: {
    facts: { ...OF_NO_MAIL, reason: 'No mail under the tag "receipt"', extra: ALERT },
    native:
      '{"id":"whd_0192f0c1a2b37c4d8e5f60718293a4b5","event":"alert","occurred_at":"2026-11-21T02:00:00.123Z","data":' +
      '{"message":null,"recipient":null,"status":null,"reason":"No mail under the tag \\"receipt\\"","alert":{"id":7,' +
      '"tag":"receipt","kind":"silence","state":"firing","volume":null,"firing_since":"2026-11-21T02:00:00.123Z",' +
      '"value_percent":null,"minimum_volume":null,"window_minutes":90,"last_outcome_at":"2026-11-21T00:30:00.000Z",' +
      '"threshold_percent":null}}}',
    compatible:
      '{"type":"webhook.alert","created_at":"2026-11-21T02:00:00.123Z","data":{"id":7,"tag":"receipt","kind":"silence",' +
      '"state":"firing","firing_since":"2026-11-21T02:00:00.123Z","window_minutes":90,' +
      '"last_outcome_at":"2026-11-21T00:30:00.000Z","reason":"No mail under the tag \\"receipt\\""}}',
  },
  automation: {
    facts: { ...OF_NO_MAIL, recipient: 'ada@acme.example', extra: STEP },
    native:
      '{"id":"whd_0192f0c1a2b37c4d8e5f60718293a4b5","event":"automation","occurred_at":"2026-11-21T02:00:00.123Z","data":' +
      '{"message":null,"recipient":"ada@acme.example","status":null,"reason":null,"automation":{"automation":{"id":4,' +
      '"title":"Welcome"},"step":{"id":14,"name":"invoice"},"contact":{"id":21},"properties":{}}}}',
    compatible:
      '{"type":"automation.webhook","created_at":"2026-11-21T02:00:00.123Z","data":{"automation":{"id":4,' +
      '"title":"Welcome"},"step":{"id":14,"name":"invoice"},"contact":{"id":21},"properties":{}}}',
  },
};

describe('writePayload', () => {
  it.each(Object.entries(GOLDEN))('writes exactly the expected bytes for %s', (event, golden) => {
    const reported = eventOf(event, golden.facts);
    const message = reported.messageId === null ? undefined : MESSAGE;
    expect(writePayload('native', reported, message, golden.status).toString()).toBe(golden.native);
    expect(writePayload('compatible', reported, message, golden.status).toString()).toBe(golden.compatible);
  });

  it('formats times with a fraction and an offset, even at a full second', () => {
    const reported = eventOf('sent', { occurredAt: new Date('2026-11-21T02:00:00Z') });
    const compatible = JSON.parse(writePayload('compatible', reported, MESSAGE, 'sent').toString());
    const native = JSON.parse(writePayload('native', reported, MESSAGE, 'sent').toString());
    expect([native.occurred_at, compatible.created_at]).toEqual(Array(2).fill('2026-11-21T02:00:00.000Z'));
    expect(compatible.data.created_at).toBe('2026-11-21T01:59:58.000Z');
  });

  it('omits absent tags and headers in the compatible format', () => {
    const { data } = JSON.parse(
      writePayload(
        'compatible',
        eventOf('sent', { tag: null }),
        { ...MESSAGE, tag: null, headers: {} },
        'sent',
      ).toString(),
    );
    expect(data).not.toHaveProperty('tags');
    expect(data).not.toHaveProperty('headers');
  });

  it('includes all named tags of a message in the compatible format', () => {
    const tags = [
      { name: 'customer', value: 'C-17' },
      { name: 'category', value: 'Receipt' },
    ];
    const payload = writePayload('compatible', eventOf('sent'), { ...MESSAGE, tags }, 'sent');
    expect(JSON.parse(payload.toString()).data.tags).toEqual({ customer: 'C-17', category: 'Receipt' });
  });

  it('has a null tag in the native format if the message has no tag', () => {
    const payload = writePayload('native', eventOf('sent', { tag: null }), { ...MESSAGE, tag: null }, 'sent');
    expect(JSON.parse(payload.toString()).data.message.tag).toBeNull();
  });

  it("uses the event's own data if the message was deleted, without nulls in the compatible format", () => {
    const reported = eventOf('bounced', GOLDEN.bounced.facts);
    expect(JSON.parse(writePayload('native', reported, undefined, undefined).toString()).data.message).toEqual({
      id: MESSAGE.id,
      status: null,
      to: ['bob@example.com'],
      subject: '',
      tag: 'receipt',
    });
    const { data } = JSON.parse(writePayload('compatible', reported, undefined, undefined).toString());
    expect(data).toMatchObject({
      email_id: MESSAGE.id,
      message_id: '',
      from: '',
      subject: '',
      to: ['bob@example.com'],
    });
  });

  it('has null properties for an event without a message', () => {
    const reported = eventOf('alert', {
      ...OF_NO_MAIL,
      tag: null,
      extra: { kind: 'bounce_rate' },
    });
    expect(JSON.parse(writePayload('native', reported, undefined, undefined).toString())).toEqual({
      id: 'whd_0192f0c1a2b37c4d8e5f60718293a4b5',
      event: 'alert',
      occurred_at: '2026-11-21T02:00:00.123Z',
      data: { message: null, recipient: null, status: null, reason: null, alert: { kind: 'bounce_rate' } },
    });
    expect(JSON.parse(writePayload('compatible', reported, undefined, undefined).toString())).toEqual({
      type: 'webhook.alert',
      created_at: '2026-11-21T02:00:00.123Z',
      data: { kind: 'bounce_rate' },
    });
  });

  it.each<[string | null, string, string]>([
    ['5.1.1', 'Permanent', 'NoEmail'],
    ['5.1.2', 'Permanent', 'NoEmail'],
    ['5.1.6', 'Permanent', 'NoEmail'],
    ['5.1.10', 'Permanent', 'NoEmail'],
    ['5.1.8', 'Permanent', 'General'],
    ['5.0.0', 'Permanent', 'General'],
    ['5.2.1', 'Permanent', 'General'],
    ['5.2.2', 'Transient', 'MailboxFull'],
    ['4.2.2', 'Transient', 'MailboxFull'],
    ['5.2.3', 'Transient', 'MessageTooLarge'],
    ['5.3.4', 'Transient', 'MessageTooLarge'],
    ['5.6.0', 'Transient', 'ContentRejected'],
    ['5.7.1', 'Transient', 'ContentRejected'],
    ['5.7.26', 'Transient', 'General'],
    ['4.4.7', 'Transient', 'General'],
    [null, 'Undetermined', 'Undetermined'],
    ['nonsense', 'Undetermined', 'Undetermined'],
  ])('classifies a bounce with %s as %s, %s in the compatible format', (status, type, subType) => {
    const reported = eventOf('bounced', { status, reason: null });
    const { data } = JSON.parse(writePayload('compatible', reported, MESSAGE, 'bounced').toString());
    expect(data.bounce).toEqual({ type, subType, message: '', diagnosticCode: [] });
  });

  it('reports a suppression after a complaint with its reason', () => {
    const reported = eventOf('suppressed', { reason: 'On the suppression list: complained' });
    const { data } = JSON.parse(writePayload('compatible', reported, MESSAGE, 'suppressed').toString());
    expect(data.suppressed.reason).toBe('previous_complaint');
  });

  it('includes all properties of an open or click in the compatible format, even if the event lacks them', () => {
    for (const [event, name] of [
      ['opened', 'open'],
      ['clicked', 'click'],
    ] as const) {
      const reported = eventOf(event, { extra: { ip_address: 7 } });
      const { data } = JSON.parse(writePayload('compatible', reported, MESSAGE, 'delivered').toString());
      expect(data[name]).toMatchObject({ ipAddress: '', userAgent: '', timestamp: '2026-11-21T02:00:00.123Z' });
    }
  });
});

/** Source code of the files that record events, or that name events for other files to record. */
const WRITERS = [
  'src/app/webhooks.ts',
  'src/features/outcomes/tracking/judge.ts',
  'src/features/transactional/messages/timeline.ts',
].map((path) => readFileSync(path, 'utf8'));

it.each(WEBHOOK_EVENTS)('%s is recorded by the program', (event) => {
  expect(WRITERS.some((text) => text.includes(`'${event}'`))).toBe(true);
});
