import { presentId, timeOfUuid } from '../../../base/ids.ts';
import type { EventRow } from '../vendors/delivery-door.ts';

/** What an event says of its own, under the names of Amazon SES. */
interface Told {
  readonly eventType: string;
  readonly [about: string]: unknown;
}

/**
 * An event as receivers of Amazon SES's event publishing read it, of one recipient; undefined for what these clients are never
 * told.
 */
export function presentEvent(accountId: number, row: EventRow): Told | undefined {
  const told = ownOf(row);
  return told && { ...told, mail: mailOf(accountId, row) };
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
    // What is told is told of each recipient by itself.
    destination: [row.recipient],
    headersTruncated: true,
    headers: [],
    commonHeaders: { from: [source], subject: row.subject, messageId },
    tags: { ...Object.fromEntries(tags), ...(row.stream !== null && { 'ses:configuration-set': [row.stream] }) },
  };
}

function ownOf({ details, event, id, recipient, recorded_at: at }: EventRow): Told | undefined {
  const timestamp = at.toISOString();
  const about = {
    emailAddress: recipient,
    ...(details.status && { status: details.status }),
    ...(details.reason && { diagnosticCode: `smtp; ${details.reason}` }),
  };
  const bounced = (type: string, subType: string): Told => ({
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
      // Nobody said that the address is none.
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
