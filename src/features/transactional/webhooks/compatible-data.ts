/** Properties of an event, except those of its message. */
export interface EventDetails {
  readonly occurredAt: Date;
  readonly status: string | null;
  readonly reason: string | null;
  /**
   * Additional properties of an open or click: `{ip_address, user_agent, link?}`. For an alert: its properties and its
   * `tag`.
   */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** Type of a bounce, as named in Resend's webhook format. */
interface BounceKind {
  readonly type: 'Permanent' | 'Transient' | 'Undetermined';
  readonly subType: string;
}

/**
 * Enhanced status codes for an address that is invalid, does not exist, or has moved (RFC 3463 and the IANA registry).
 */
const NO_MAILBOX = /^5\.1\.(?:0|1|2|3|6|10)$/;
/**
 * Codes of failures that concern only one message or are temporary. Clients of this format stop sending to addresses
 * with permanent bounces, so these failures must not be reported as permanent.
 */
const TRANSIENT_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^[45]\.2\.2$/, 'MailboxFull'],
  [/^[45]\.(?:2\.3|3\.4)$/, 'MessageTooLarge'],
  [/^[45]\.(?:6\.\d+|7\.1)$/, 'ContentRejected'],
  [/^5\.7\.\d+$/, 'General'],
  [/^4\./, 'General'],
];

/**
 * Returns the properties of a bounce. The server's reply is formatted as in a delivery report (RFC 3464 section 2.3.6).
 */
export function bounce({ reason, status }: EventDetails) {
  const diagnosticCode = reason === null ? [] : [`smtp; ${reason}`];
  return { ...bounceKind(status), message: reason ?? '', diagnosticCode };
}

/** Returns the type of a bounce with this enhanced status code (RFC 3463). */
function bounceKind(status: string | null): BounceKind {
  const code = status ?? '';
  const transient = TRANSIENT_KINDS.find(([pattern]) => pattern.test(code));
  if (transient) return { type: 'Transient', subType: transient[1] };
  if (NO_MAILBOX.test(code)) return { type: 'Permanent', subType: 'NoEmail' };
  if (code.startsWith('5.')) return { type: 'Permanent', subType: 'General' };
  return { type: 'Undetermined', subType: 'Undetermined' };
}

export function failure({ reason }: EventDetails) {
  return { reason: reason ?? '' };
}

export function suppression({ reason }: EventDetails) {
  return {
    type: 'OnAccountSuppressionList',
    message: reason ?? '',
    reason: /complain/i.test(reason ?? '') ? 'previous_complaint' : 'previous_bounce',
    diagnosticCode: [],
  };
}

/** Returns the properties of an open or click. Clients require all of them, including the `link` of a click. */
export function visit({ extra, occurredAt }: EventDetails, ...further: readonly 'link'[]) {
  const text = (name: string): string => {
    const value = extra?.[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    ipAddress: text('ip_address'),
    ...Object.fromEntries(further.map((name) => [name, text(name)])),
    timestamp: occurredAt.toISOString(),
    userAgent: text('user_agent'),
  };
}

/** Returns the properties of an alert. Omits null values, because clients of this format reject them. */
export function alertFields({ extra, reason }: EventDetails): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...extra, reason }).filter(([, value]) => value !== null));
}
