/** Meaning of the subject and detail in an enhanced status code (RFC 3463 section 3, and the registry of RFC 5248). */
const MEANINGS: Readonly<Record<string, string>> = {
  '1.0': 'there is a problem with the address',
  '1.1': 'the mailbox does not exist',
  '1.2': 'the recipient’s domain does not exist or does not accept email',
  '1.3': 'the receiver does not accept the address syntax',
  '1.4': 'the address matches several mailboxes',
  '1.5': 'the address is valid',
  '1.6': 'the mailbox has moved to an unknown address',
  '1.7': 'the receiver does not accept the sender address syntax',
  '1.8': 'the sender’s domain does not exist or cannot be resolved',
  '1.9': 'the email was relayed to a server that does not report its delivery',
  '1.10': 'the recipient’s domain does not accept email',
  '2.0': 'there is a problem with the mailbox',
  '2.1': 'the mailbox is disabled or does not accept email right now',
  '2.2': 'the mailbox is full',
  '2.3': 'the email is too large for this mailbox',
  '2.4': 'the mailing list cannot be expanded right now',
  '3.0': 'the receiving system has a problem',
  '3.1': 'the receiving system is full',
  '3.2': 'the receiving system does not accept email right now',
  '3.3': 'the receiving system lacks a feature that the email requires',
  '3.4': 'the email is too large for the receiving system',
  '3.5': 'the receiving system is misconfigured',
  '4.0': 'the network or the routing failed',
  '4.1': 'none of the receiver’s servers responded',
  '4.2': 'the connection was lost',
  '4.3': 'the receiver’s DNS records could not be read',
  '4.4': 'no route to the receiver was found',
  '4.5': 'the receiver is overloaded',
  '4.6': 'the email was in a routing loop',
  '4.7': 'all attempts within the allowed time failed',
  '5.0': 'there was a protocol error between the servers',
  '5.1': 'the receiver did not expect this command',
  '5.2': 'the receiver could not read a command',
  '5.3': 'there are too many recipients for one email',
  '5.4': 'the receiver did not accept the parameters of a command',
  '5.5': 'the protocol versions do not match',
  '6.0': 'there is a problem with the email’s content',
  '6.1': 'the receiver does not accept this type of content',
  '6.2': 'the content must be converted, which is not allowed',
  '6.3': 'the content must be converted, which no server on the route can do',
  '6.6': 'the content could not be read',
  '6.7': 'an address contains non-ASCII characters, which the receiver does not accept',
  '7.0': 'the receiver rejected the email by policy',
  '7.1': 'the receiver does not allow this email, because of a blocklist, a filter, or its rules',
  '7.2': 'the sender is not allowed to send to this mailing list',
  '7.3': 'the email requires a security conversion that is not possible',
  '7.4': 'the receiver lacks a required security feature',
  '7.5': 'a cryptographic check failed',
  '7.6': 'the receiver does not know the algorithm',
  '7.7': 'the content was changed in transit',
  '7.8': 'the authentication failed',
  '7.9': 'the authentication method is too weak',
  '7.10': 'the connection must be encrypted first',
  '7.11': 'this authentication method requires an encrypted connection',
  '7.12': 'the password must be changed',
  '7.13': 'the user account is disabled',
  '7.14': 'the receiver requires a trusted sender',
  '7.15': 'the email’s priority is too low right now',
  '7.20': 'no DKIM signature passed',
  '7.21': 'no passing DKIM signature is acceptable',
  '7.22': 'no passing DKIM signature matches the From domain',
  '7.23': 'SPF does not allow the sending IP address',
  '7.24': 'SPF could not be evaluated',
  '7.25': 'the sending IP address has no reverse DNS name, or one that does not resolve back to it',
  '7.26': 'neither DKIM nor SPF passed for the From domain',
  '7.27': 'the sender’s domain does not accept email',
  '7.28': 'the receiver is getting too many emails',
  '7.29': 'ARC could not be verified',
  '7.30': 'the receiver requires verifiable TLS',
};

/** Descriptions of the classes. The class is the first digit of a status code. */
const CLASSES: Readonly<Record<string, string>> = {
  '2': 'Accepted',
  '4': 'Temporarily rejected',
  '5': 'Permanently rejected',
};
/**
 * Descriptions for outcomes that contradict the class of the code. `GIVEN_UP`: the class is temporary, but the message
 * has expired. `REFUSED_FOR_NOW`: the class is permanent, but the server rejected the client and not the message.
 */
const GIVEN_UP = 'Expired';
const REFUSED_FOR_NOW = 'Rejected, but will be retried';

/** Matches replies that mention greylisting. Servers use many different status codes for greylisting. */
const GREYLISTED = /\bgr[ea]y-?\s?list|\bpostgrey\b/i;
const GREYLISTING = 'the receiver delays the first email from an unknown sender (greylisting)';

/** Status code in the form `class.subject.detail` (RFC 3463 section 2). */
const ENHANCED = /^([245])\.(\d{1,3})\.(\d{1,3})$/;

/** Context of a status code. */
export interface AboutStatus {
  /** The delivery outcome. If absent, the class of the code is used. */
  readonly end?: 'final' | 'tried again' | undefined;
  /** The server's reply text. */
  readonly reason?: string | null | undefined;
}

/**
 * Describes an enhanced status code in a sentence. Describes only the subject if the detail is unknown. Returns
 * undefined if `status` is not such a code.
 */
export function meaningOfStatus(status: string, { end, reason }: AboutStatus = {}): string | undefined {
  const [, kind = '', subject = '', detail = ''] = ENHANCED.exec(status) ?? [];
  const beginning = beginningOf(kind, end);
  if (beginning === undefined) return undefined;
  const isGreylisted = kind === '4' && GREYLISTED.test(reason ?? '');
  const meaning = isGreylisted ? GREYLISTING : meaningOf(subject, detail);
  return meaning === undefined || kind === '2' ? `${beginning}.` : `${beginning}: ${meaning}.`;
}

function meaningOf(subject: string, detail: string): string | undefined {
  return MEANINGS[`${subject}.${detail}`] ?? MEANINGS[`${subject}.0`];
}

function beginningOf(kind: string, end: AboutStatus['end']): string | undefined {
  if (kind === '4' && end === 'final') return GIVEN_UP;
  if (kind === '5' && end === 'tried again') return REFUSED_FOR_NOW;
  return CLASSES[kind];
}
