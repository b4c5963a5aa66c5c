import type { EventRow, FailureKind } from '../vendors/for-delivery.ts';
import { OUTBOUND } from './streams.ts';

/** A Postmark bounce type. */
interface BounceType {
  readonly type: string;
  readonly code: number;
  readonly name: string;
  readonly description: string;
}

/** Postmark's bounce types, keyed by kind of failure. */
export const BOUNCE_TYPES: Readonly<Record<FailureKind, BounceType>> = {
  hard: {
    type: 'HardBounce',
    code: 1,
    name: 'Hard bounce',
    description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  },
  gave_up: {
    type: 'SoftBounce',
    code: 4_096,
    name: 'Soft bounce',
    description: 'Unable to deliver the message before the retries expired (ex: mailbox full, server unavailable).',
  },
  deactivated: {
    type: 'ManuallyDeactivated',
    code: 100_002,
    name: 'Manually deactivated',
    description: 'The address was added to the suppression list after the message was accepted.',
  },
  delayed: {
    type: 'Transient',
    code: 2,
    name: 'Message delayed',
    description: 'The server could not temporarily deliver your message. Delivery will be retried.',
  },
  blocked: {
    type: 'Blocked',
    code: 100_006,
    name: 'ISP block',
    description: 'Blocked by the receiver because of the content or the sender.',
  },
  complaint: {
    type: 'SpamComplaint',
    code: 100_001,
    name: 'Spam complaint',
    description: 'The subscriber explicitly marked this message as spam.',
  },
};

/** Returns the kind of failure that an event reports. */
export function failureOf({ details, event }: Pick<EventRow, 'details' | 'event'>): FailureKind {
  if (event === 'complained') return 'complaint';
  if (event === 'failed') return 'gave_up';
  if (event === 'suppressed') return 'deactivated';
  if (event === 'delayed') return 'delayed';
  return details.status?.startsWith('5.7.') ? 'blocked' : 'hard';
}

/**
 * Returns whether an event reports that delivery of a message failed and will not be retried. Suppressed recipients of
 * transactional messages are excluded, because the response to the request reports them.
 */
export function isBounce({ event, stream }: Pick<EventRow, 'event' | 'stream'>): boolean {
  if (event === 'suppressed') return (stream ?? OUTBOUND) !== OUTBOUND;
  return event === 'bounced' || event === 'failed';
}

/** Fields of a bounce that are not stored with its event. */
interface BounceFacts {
  readonly serverId: number;
  /** Whether the address is suppressed. */
  readonly isInactive: boolean;
}

/** Formats a failure for Postmark's clients. The event must be a failure. */
export function presentBounce(row: EventRow, { isInactive, serverId }: BounceFacts): Record<string, unknown> {
  const kind = failureOf(row);
  const { code, description, name, type } = BOUNCE_TYPES[kind];
  return {
    RecordType: 'Bounce',
    ID: row.id,
    Type: type,
    TypeCode: code,
    Name: name,
    Tag: row.tags[0] ?? '',
    MessageID: row.message_id,
    ServerID: serverId,
    MessageStream: row.stream ?? OUTBOUND,
    Description: description,
    Details: row.details.reason ?? '',
    Email: row.recipient,
    From: row.sender,
    BouncedAt: row.recorded_at.toISOString(),
    DumpAvailable: false,
    Inactive: isInactive,
    CanActivate: isInactive && kind !== 'complaint',
    Subject: row.subject,
  };
}
