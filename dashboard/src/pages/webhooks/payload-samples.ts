const AT = '2026-11-21T09:30:00.802Z';
const MESSAGE_ID = 'tm_019aa5b02a117d1a9b3f5c2e8d7a6b41';
const RECIPIENT = 'ann@customer.example';
const SUBJECT = 'Your login code is 417 302';
const TAG = 'login_code';

export const EVENTS = [
  { value: 'sent', label: 'Sent', hint: 'handed over to the recipient’s server' },
  { value: 'delivered', label: 'Delivered', hint: 'accepted by the recipient’s server' },
  { value: 'delayed', label: 'Delayed', hint: 'the first attempt failed and will be retried' },
  { value: 'bounced', label: 'Bounced', hint: 'permanently rejected' },
  { value: 'complained', label: 'Complained', hint: 'reported as spam by the recipient' },
  { value: 'failed', label: 'Failed', hint: 'not sent, or expired after the last attempt' },
  { value: 'opened', label: 'Opened', hint: 'if open tracking is on for the tag' },
  { value: 'clicked', label: 'Clicked', hint: 'if click tracking is on for the tag' },
  { value: 'suppressed', label: 'Suppressed', hint: 'not sent, because of the suppression list' },
  { value: 'alert', label: 'Alert', hint: 'an alert on a tag fired or was resolved' },
] as const;

export type EventName = (typeof EVENTS)[number]['value'];

/** What is asked for unless somebody chooses: all but the extras. */
export const DEFAULT_EVENTS: readonly EventName[] = EVENTS.slice(0, 6).map(({ value }) => value);

const REASON = '550 5.1.1 There is no such mailbox';

/** What a receiver is sent for a bounce, as it is written in either format. */
export function samplePayload(format: 'native' | 'compatible'): string {
  return JSON.stringify(format === 'native' ? NATIVE : COMPATIBLE, null, 2);
}

const NATIVE = {
  id: 'whd_019aa5b02c6a7f0e8c1d2b3a4f5e6d7c',
  event: 'bounced',
  occurred_at: AT,
  data: {
    message: { id: MESSAGE_ID, status: 'bounced', to: [RECIPIENT], subject: SUBJECT, tag: TAG },
    recipient: RECIPIENT,
    status: '5.1.1',
    reason: REASON,
  },
};

const COMPATIBLE = {
  type: 'email.bounced',
  created_at: AT,
  data: {
    email_id: MESSAGE_ID,
    message_id: '<019aa5b0-2a11-7d1a-9b3f-5c2e8d7a6b41@acme.example>',
    created_at: '2026-11-21T09:29:58.120Z',
    from: 'Acme <mail@acme.example>',
    to: [RECIPIENT],
    subject: SUBJECT,
    tags: { tag: TAG },
    bounce: { type: 'Permanent', subType: 'NoEmail', message: REASON, diagnosticCode: [`smtp; ${REASON}`] },
  },
};
