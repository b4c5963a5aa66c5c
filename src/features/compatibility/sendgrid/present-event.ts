import { hexOfUuid } from '../../../base/ids.ts';
import type { EventRow, VendorEventName } from '../vendors/for-delivery.ts';

/** SendGrid's webhook names for our events. */
export const EVENT_NAMES: Readonly<Record<VendorEventName, string>> = {
  accepted: 'processed',
  delivered: 'delivered',
  delayed: 'deferred',
  bounced: 'bounce',
  failed: 'bounce',
  suppressed: 'dropped',
  complained: 'spamreport',
  opened: 'open',
  clicked: 'click',
};

const DROPPED = {
  bounced: 'Bounced Address',
  complained: 'Spam Reporting Address',
  manual: 'Unsubscribed Address',
} as const;

/**
 * Formats an event for receivers of SendGrid's webhook. The client's custom arguments are at the same level as our
 * properties.
 */
export function presentEvent(row: EventRow): Record<string, unknown> {
  const { domain, event, id, message_id: messageId, metadata, recipient, recipient_no: no, tags } = row;
  const hex = hexOfUuid(messageId);
  return {
    ...metadata,
    email: recipient,
    timestamp: Math.floor(row.recorded_at.getTime() / 1_000),
    'smtp-id': `<${hex}@${domain}>`,
    event: EVENT_NAMES[event],
    ...(tags.length > 0 && { category: tags }),
    sg_event_id: Buffer.from(`${hex}.${id}`).toString('base64url'),
    sg_message_id: `${hex}.${no}`,
    ...DETAILS[event]?.(row.details),
  };
}

/** Additional properties of events, keyed by event name. */
const DETAILS: Partial<Record<VendorEventName, (details: EventRow['details']) => Record<string, unknown>>> = {
  delivered: responseOf,
  delayed: responseOf,
  bounced: (details) => bounceOf(details, 'bounce'),
  failed: (details) => bounceOf(details, 'blocked'),
  suppressed: ({ suppressedBy = 'bounced' }) => ({ reason: DROPPED[suppressedBy] }),
  opened: visitOf,
  clicked: visitOf,
};

function responseOf({ reason }: EventRow['details']) {
  return { response: reason ?? '' };
}

function bounceOf({ reason, status }: EventRow['details'], type: 'bounce' | 'blocked') {
  return { reason: reason ?? '', status: status ?? '', type };
}

function visitOf({ url, userAgent }: EventRow['details']) {
  return { ...(userAgent !== undefined && { useragent: userAgent }), ...(url !== undefined && { url }) };
}
