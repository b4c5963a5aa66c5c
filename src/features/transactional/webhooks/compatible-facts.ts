import type { WebhookEvent } from './types.ts';

/** What kind of bounce a code says, in the words of the compatible format. */
interface BounceKind {
  readonly type: 'Permanent' | 'Transient' | 'Undetermined';
  readonly subType: string;
}

/** RFC 3463 and its registry: the mailbox does not exist, is moved or was never one. */
const NO_MAILBOX = /^5\.1\.(?:0|1|2|3|6|10)$/;
/**
 * Faults of this mail or of this moment. Receivers of the format stop writing to addresses that bounce permanently, which
 * none of these is a reason for.
 */
const TRANSIENT_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^[45]\.2\.2$/, 'MailboxFull'],
  [/^[45]\.(?:2\.3|3\.4)$/, 'MessageTooLarge'],
  [/^[45]\.(?:6\.\d+|7\.1)$/, 'ContentRejected'],
  [/^5\.7\.\d+$/, 'General'],
  [/^4\./, 'General'],
];

/** What `data` of the compatible format says of an event beyond the message; empty for sent, delivered and the like. */
export function compatibleFacts(event: WebhookEvent): Record<string, unknown> {
  const reason = event.reason ?? '';
  switch (event.event) {
    case 'bounced':
      return { bounce: { ...bounceKind(event.status), message: reason, diagnosticCode: diagnosticCode(event) } };
    case 'failed':
      return { failed: { reason } };
    case 'suppressed':
      return { suppressed: suppression(reason) };
    case 'opened':
      return { open: visit(event) };
    case 'clicked':
      return { click: visit(event) };
    default:
      return {};
  }
}

/** By the enhanced status code (RFC 3463). */
function bounceKind(status: string | null): BounceKind {
  const code = status ?? '';
  const transient = TRANSIENT_KINDS.find(([pattern]) => pattern.test(code));
  if (transient) return { type: 'Transient', subType: transient[1] };
  if (NO_MAILBOX.test(code)) return { type: 'Permanent', subType: 'NoEmail' };
  if (code.startsWith('5.')) return { type: 'Permanent', subType: 'General' };
  return { type: 'Undetermined', subType: 'Undetermined' };
}

/** As a delivery report would quote the server (RFC 3464 section 2.3.6). */
function diagnosticCode({ reason }: WebhookEvent): string[] {
  return reason === null ? [] : [`smtp; ${reason}`];
}

function suppression(reason: string) {
  return {
    type: 'OnAccountSuppressionList',
    message: reason,
    reason: /complain/i.test(reason) ? 'previous_complaint' : 'previous_bounce',
    diagnosticCode: [],
  };
}

/** Clients demand all fields of an open and a click. */
function visit({ extra, occurredAt, event }: WebhookEvent) {
  const text = (name: string): string => {
    const value = extra?.[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    ipAddress: text('ip_address'),
    ...(event === 'clicked' && { link: text('link') }),
    timestamp: occurredAt.toISOString(),
    userAgent: text('user_agent'),
  };
}
