/** What an event says besides its message. */
export interface EventDetails {
  readonly occurredAt: Date;
  readonly status: string | null;
  readonly reason: string | null;
  /** What an open or click adds: `{ip_address, user_agent, link?}`; of an alert what it says, with the `tag` it is on. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

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

/** By the enhanced status code, and as a delivery report would quote the server (RFC 3464 section 2.3.6). */
export function bounce({ reason, status }: EventDetails) {
  const diagnosticCode = reason === null ? [] : [`smtp; ${reason}`];
  return { ...bounceKind(status), message: reason ?? '', diagnosticCode };
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

/** Clients demand all fields of an open, and of a click the `link` too. */
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

/** Clients of the format take no nulls. */
export function alertFields({ extra, reason }: EventDetails): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...extra, reason }).filter(([, value]) => value !== null));
}
