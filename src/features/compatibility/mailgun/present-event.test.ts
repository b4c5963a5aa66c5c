import { expect, it } from 'vitest';
import type { EventRow } from '../vendors/index.ts';
import { presentEvent } from './present-event.ts';

function row(event: EventRow['event'], details: EventRow['details'] = {}): EventRow {
  return {
    id: 7,
    recorded_at: new Date(1_795_346_851_500),
    message_id: '0192f0c1-a2b3-7c4d-8e5f-60718293a4b5',
    recipient_no: 0,
    recipient: 'Reader@X.test',
    event,
    details,
    domain: 'mg.news.test',
    sender: 'News <news@news.test>',
    subject: 'Hello',
    tags: ['bulk-email'],
    metadata: { 'email-id': '6b02' },
    bytes: 5,
    is_test: false,
    stream: null,
  };
}

it.each([
  ['delivered', {}, { event: 'delivered', 'delivery-status': { code: 250 } }],
  [
    'delayed',
    { reason: '451 4.7.1 Greylisted' },
    { severity: 'temporary', reason: 'greylisted', 'delivery-status': { code: 451 } },
  ],
  ['delayed', { reason: null }, { severity: 'temporary', reason: 'generic', 'delivery-status': { code: 450 } }],
  [
    'bounced',
    { status: '5.1.1', reason: '550 5.1.1 no such user' },
    { severity: 'permanent', reason: 'bounce', 'delivery-status': { code: 550, 'enhanced-code': '5.1.1' } },
  ],
  ['bounced', { reason: 'There is no such domain' }, { reason: 'bounce', 'delivery-status': { code: 550 } }],
  [
    'failed',
    { status: '4.4.7', reason: 'Expired after 12 attempts in 72 hours: 452 4.2.2 mailbox full' },
    { severity: 'permanent', reason: 'old', 'delivery-status': { code: 452, 'enhanced-code': '4.4.7' } },
  ],
  ['failed', { reason: 'Given up after 12 attempts in 72 hours: no answer' }, { 'delivery-status': { code: 554 } }],
  [
    'failed',
    { reason: '' },
    { reason: 'old', 'delivery-status': { code: 554, message: 'The receiving server gave no reason.' } },
  ],
  ['suppressed', { suppressedBy: 'bounced' }, { reason: 'suppress-bounce', 'delivery-status': { code: 605 } }],
  ['suppressed', { suppressedBy: 'manual' }, { reason: 'suppress-unsubscribe', 'delivery-status': { code: 606 } }],
  ['suppressed', { suppressedBy: 'complained' }, { reason: 'suppress-complaint', 'delivery-status': { code: 607 } }],
  ['suppressed', {}, { severity: 'permanent', 'delivery-status': { code: 605 } }],
  ['complained', {}, { event: 'complained', 'log-level': 'warn' }],
  ['opened', { userAgent: 'Firefox' }, { event: 'opened', 'client-info': { 'user-agent': 'Firefox' } }],
  ['clicked', { url: 'https://x.test/' }, { event: 'clicked', url: 'https://x.test/' }],
] as const)('formats %s like Mailgun', (event, details, wanted) => {
  expect(presentEvent(row(event, details))).toMatchObject(wanted);
});

it('sets the properties that clients read of all events, with the recipient exactly as given', () => {
  expect(presentEvent(row('accepted'))).toMatchObject({
    id: '0192f0c1a2b37c4d8e5f60718293a4b5-7',
    timestamp: 1_795_346_851.5,
    recipient: 'Reader@X.test',
    'recipient-domain': 'X.test',
    tags: ['bulk-email'],
    campaigns: [],
    'user-variables': { 'email-id': '6b02' },
    envelope: { sender: 'news@news.test', transport: 'smtp', targets: 'Reader@X.test' },
    message: {
      headers: { 'message-id': '0192f0c1a2b37c4d8e5f60718293a4b5@mg.news.test', subject: 'Hello' },
      attachments: [],
      size: 5,
    },
  });
});
