import { fieldGroups, returnedHeader, shownWords, type ReceivedMail } from './received-mail.ts';

/** Kinds of feedback. Each feedback type (RFC 5965 section 7.3, RFC 6430) belongs to one kind. */
export type FeedbackKind = 'abuse' | 'opt-out' | 'not-spam' | 'other';

/** A complaint about a message, before it is matched to a message of this installation. */
export interface Feedback {
  readonly kind: FeedbackKind;
  /** The Feedback-Type and the software that wrote the report, for display. */
  readonly words: string;
  /** Strings that may contain our return-path addresses, most reliable first. */
  readonly evidence: readonly string[];
  /** Message-ID of the reported message, without angle brackets. */
  readonly messageId: string | undefined;
  /**
   * The message that the Message-ID identifies. Set only if the Message-ID has our format and the report has no return
   * path, or a redacted one.
   */
  readonly named: NamedMail | undefined;
}

/** One of our messages, as identified by its header. */
export interface NamedMail {
  readonly messageId: string;
  /** Number of the recipient. Set only for mailings, because only their Message-IDs contain this number. */
  readonly recipientNo: number | undefined;
  /** Domain of the Message-ID, which is the sender's domain. */
  readonly domain: string;
  /** Account ID from the Feedback-ID field, which is not signed. */
  readonly accountId: number | undefined;
  /** Recipients in the report or the header, in lower case. */
  readonly addresses: readonly string[];
}

const KINDS: Readonly<Record<string, FeedbackKind>> = {
  abuse: 'abuse',
  fraud: 'abuse',
  'opt-out': 'opt-out',
  'opt-out-list': 'opt-out',
  'not-spam': 'not-spam',
};
/**
 * Outlook.com junk mail reports contain the original message with an additional recipient field, but no report part.
 */
const JUNK_REPORT = /^x-hmxmroriginalrecipient[ \t]*:/im;
const MESSAGE_ID = /^message-id[ \t]*:\s*<([^<>\s]{1,500})>/im;
/**
 * Matches one of our Message-IDs. The local part is a message ID (UUIDv7 without hyphens), or a recipient batch ID
 * followed by the recipient number in base 36.
 */
const OWN_MESSAGE_ID = /^([0-9a-f]{12}7[0-9a-f]{19})(?:\.([0-9a-z]{1,5}))?@([a-z0-9.-]{1,253})$/i;
const RECIPIENT_RADIX = 36;
const OWN_FEEDBACK_ID = /^feedback-id[ \t]*:[^\n:]*:[^\n:]*:(\d{1,15}):postrider[ \t\r]*$/im;
const RETURN_PATH = /^return-path[ \t]*:(.*)/im;
/** Matches header fields that contain the recipient of a message, including folded lines. */
const RECIPIENT_FIELDS =
  /^(?:to|cc|delivered-to|x-original-to|x-hmxmroriginalrecipient)[ \t]*:(.*(?:\r?\n[ \t].*)*)/gim;
const ADDRESS = /[^\s<>,;:"]{1,64}@[a-z0-9.-]{1,253}/gi;
const MAX_ADDRESSES = 100;

/** Parses a feedback report (RFC 5965) or an Outlook.com junk mail report. Returns undefined for other messages. */
export function readFeedback(mail: ReceivedMail): Feedback | undefined {
  const part = mail.parts.find(({ mimeType }) => mimeType === 'message/feedback-report');
  const header = returnedHeader(mail);
  const messageId = MESSAGE_ID.exec(header)?.[1];
  if (!part) {
    const isJunkReport = header !== '' && (mail.headers.has('x-hmxmroriginalrecipient') || JUNK_REPORT.test(header));
    const reported = mail.headers.get('x-hmxmroriginalrecipient') ?? '';
    const about = { evidence: [header], messageId, named: namedBy(header, '', reported) };
    return isJunkReport ? { kind: 'abuse', words: 'abuse, Outlook.com', ...about } : undefined;
  }
  // The fields should form one group, but a stray blank line between them must not cause the complaint to be lost.
  const groups = fieldGroups(part.content);
  const fieldOf = (name: string): string => groups.find((group) => group.has(name))?.get(name) ?? '';
  const type = fieldOf('feedback-type').trim().toLowerCase();
  const words = shownWords([type || 'no type', fieldOf('user-agent')].filter(Boolean).join(', ')).slice(0, 200);
  return {
    kind: Object.hasOwn(KINDS, type) ? (KINDS[type] ?? 'other') : 'other',
    words: words.toWellFormed(),
    evidence: [fieldOf('original-mail-from'), header],
    messageId,
    named: namedBy(header, fieldOf('original-mail-from'), fieldOf('original-rcpt-to')),
  };
}

function namedBy(header: string, originalSender: string, originalRecipient: string): NamedMail | undefined {
  if ([originalSender, RETURN_PATH.exec(header)?.[1] ?? ''].some(isReturnPath)) return undefined;
  const [, digits = '', number, domain] = OWN_MESSAGE_ID.exec(MESSAGE_ID.exec(header)?.[1] ?? '') ?? [];
  if (domain === undefined) return undefined;
  const hex = digits.toLowerCase();
  const fields = [...header.matchAll(RECIPIENT_FIELDS)].map(([, value = '']) => value);
  const account = OWN_FEEDBACK_ID.exec(header)?.[1];
  return {
    messageId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    recipientNo: number === undefined ? undefined : Number.parseInt(number, RECIPIENT_RADIX),
    domain: domain.toLowerCase(),
    accountId: account === undefined ? undefined : Number(account),
    addresses: addressesIn([originalRecipient, ...fields].join('\n')),
  };
}

/**
 * Returns whether the value contains an address that is not redacted. Providers may omit the return path, write <>, or
 * redact the address.
 */
function isReturnPath(value: string): boolean {
  return value.includes('@') && !/redact/i.test(value);
}

function addressesIn(text: string): readonly string[] {
  return (text.match(ADDRESS) ?? []).slice(0, MAX_ADDRESSES).map((address) => address.toLowerCase());
}
