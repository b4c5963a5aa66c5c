import { presentId, timeOfUuid } from '../../../base/ids.ts';
import type { EventRow } from '../vendors/for-delivery.ts';

/** Properties of an event, as named by Amazon SES. */
interface SesEvent {
  readonly eventType: string;
  readonly [about: string]: unknown;
}

/**
 * Formats an event for one recipient in the format of Amazon SES's event publishing. Returns undefined for events that
 * clients of this API do not receive.
 */
export function presentEvent(accountId: number, row: EventRow): SesEvent | undefined {
  const reported = ownOf(row);
  return reported && { ...reported, mail: mailOf(accountId, row) };
}

function mailOf(accountId: number, row: EventRow): Record<string, unknown> {
  const messageId = presentId('tm', row.message_id);
  const source = row.sender;
  const tags = Object.entries(row.metadata).map(([name, value]): [string, string[]] => [name, [value]]);
  return {
    timestamp: new Date(timeOfUuid(row.message_id)).toISOString(),
    source,
    messageId,
    sendingAccountId: String(accountId),
    // Each event is about a single recipient.
    destination: [row.recipient],
    headersTruncated: true,
    headers: [],
    commonHeaders: { from: [source], subject: row.subject, messageId },
    tags: { ...Object.fromEntries(tags), ...(row.stream !== null && { 'ses:configuration-set': [row.stream] }) },
  };
}

function ownOf({ details, event, id, recipient, recorded_at: at }: EventRow): SesEvent | undefined {
  const timestamp = at.toISOString();
  const about = {
    emailAddress: recipient,
    ...(details.status && { status: details.status }),
    ...(details.reason && { diagnosticCode: `smtp; ${details.reason}` }),
  };
  const bounced = (type: string, subType: string): SesEvent => ({
    eventType: 'Bounce',
    bounce: {
      bounceType: type,
      bounceSubType: subType,
      bouncedRecipients: [{ ...about, action: 'failed' }],
      timestamp,
      feedbackId: String(id),
    },
  });
  switch (event) {
    case 'accepted':
      return { eventType: 'Send', send: {} };
    case 'delivered':
      return {
        eventType: 'Delivery',
        delivery: {
          timestamp,
          recipients: [recipient],
          smtpResponse: details.reason ?? '',
          reportingMTA: details.host ?? '',
        },
      };
    case 'delayed':
      return {
        eventType: 'DeliveryDelay',
        deliveryDelay: { timestamp, delayType: 'General', delayedRecipients: [about] },
      };
    case 'bounced':
      return bounced('Permanent', 'General');
    case 'failed':
      // The bounce is transient, because no server rejected the address permanently.
      return bounced('Transient', 'General');
    case 'suppressed':
      return bounced('Permanent', 'OnAccountSuppressionList');
    case 'complained':
      return {
        eventType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: recipient }], timestamp, feedbackId: String(id) },
      };
    default:
      return undefined;
  }
}
