import { parseMailbox, isFault } from '../../../mail/address.ts';
import type { EventRow, SuppressedBy, VendorEventName } from '../vendors/index.ts';
import { messageIdOf } from './ids.ts';

/** Mailgun's codes for suppressed recipients. */
const SUPPRESSED: Readonly<Record<SuppressedBy, { code: number; reason: string; description: string }>> = {
  bounced: {
    code: 605,
    reason: 'suppress-bounce',
    description: 'Not delivering to previously bounced address',
  },
  manual: {
    code: 606,
    reason: 'suppress-unsubscribe',
    description: 'Not delivering to unsubscribed address',
  },
  complained: {
    code: 607,
    reason: 'suppress-complaint',
    description: 'Not delivering to a user who marked your messages as spam',
  },
};

/** Codes for events without a reply code from the server. */
const CODES: Readonly<Partial<Record<VendorEventName, number>>> = { delayed: 450, bounced: 550, failed: 554 };

/** Matches the server's reply code in the reason of a failure, either at the start or after the number of attempts. */
const ANSWERED = /^\s*(?:(?:Expired|Given up) after [^:]*: )?([2-5]\d\d)\b/;

/** Returns Mailgun's name for an event. */
export function nameOf(event: VendorEventName): string {
  return ['delayed', 'bounced', 'failed', 'suppressed'].includes(event) ? 'failed' : event;
}

/** Formats an event for Mailgun's clients, with all properties that typed clients require. */
export function presentEvent(row: EventRow): Record<string, unknown> {
  const { details, event, recipient } = row;
  const sender = addressIn(row.sender);
  const name = nameOf(event);
  return {
    id: `${messageIdOf(row.message_id, '').slice(0, -1)}-${row.id}`,
    event: name,
    timestamp: row.recorded_at.getTime() / 1_000,
    'log-level': levelOf(event),
    recipient,
    'recipient-domain': recipient.slice(recipient.lastIndexOf('@') + 1),
    tags: row.tags,
    campaigns: [],
    'user-variables': row.metadata,
    flags: {
      'is-routed': false,
      'is-authenticated': true,
      'is-system-test': false,
      'is-test-mode': row.is_test,
    },
    envelope: { sender, transport: 'smtp', targets: recipient, 'sending-ip': '' },
    message: {
      headers: {
        to: recipient,
        'message-id': messageIdOf(row.message_id, row.domain),
        from: row.sender,
        subject: row.subject,
      },
      attachments: [],
      size: row.bytes,
    },
    storage: { url: '', key: '' },
    ...failure(row),
    ...(event === 'delivered' && { 'delivery-status': deliveryStatus(row) }),
    ...((event === 'opened' || event === 'clicked') && {
      ip: '',
      'client-info': {
        'client-type': '',
        'client-os': '',
        'device-type': '',
        'client-name': '',
        'user-agent': details.userAgent ?? '',
      },
      geolocation: { country: '', region: '', city: '' },
      ...(details.url !== undefined && { url: details.url }),
    }),
  };
}

function failure(row: EventRow): Record<string, unknown> {
  const { details, event } = row;
  if (nameOf(event) !== 'failed') return {};
  const status = { 'delivery-status': deliveryStatus(row) };
  if (event === 'suppressed') {
    return { severity: 'permanent', reason: SUPPRESSED[details.suppressedBy ?? 'bounced'].reason, ...status };
  }
  if (event === 'delayed') {
    const isGreylisted = /grey|gray/i.test(details.reason ?? '');
    return { severity: 'temporary', reason: isGreylisted ? 'greylisted' : 'generic', ...status };
  }
  return { severity: 'permanent', reason: event === 'bounced' ? 'bounce' : 'old', ...status };
}

function deliveryStatus(row: EventRow): Record<string, unknown> {
  const { details, event } = row;
  const common = {
    'attempt-no': 1,
    'session-seconds': 0,
    'mx-host': details.host ?? '',
    tls: true,
    utf8: true,
    'certificate-verified': false,
  };
  if (event === 'delivered') return { code: 250, message: 'OK', description: '', ...common };
  if (event === 'suppressed') {
    const { code, description } = SUPPRESSED[details.suppressedBy ?? 'bounced'];
    return { code, message: description, description, ...common };
  }
  const [, code] = ANSWERED.exec(details.reason ?? '') ?? [];
  return {
    code: code === undefined ? (CODES[event] ?? 550) : Number(code),
    // Clients ignore a failure that has no message.
    message: details.reason || 'The receiving server gave no reason.',
    description: '',
    ...(details.status && { 'enhanced-code': details.status }),
    ...(event === 'delayed' && { 'retry-seconds': 600 }),
    ...common,
  };
}

function levelOf(event: VendorEventName): string {
  if (event === 'delayed' || event === 'complained') return 'warn';
  return nameOf(event) === 'failed' ? 'error' : 'info';
}

function addressIn(text: string): string {
  const mailbox = parseMailbox(text);
  return isFault(mailbox) ? text : mailbox.address;
}
