import { fieldGroups, returnedHeader, shownWords, type ReceivedMail } from './received-mail.ts';

/** What a person or a provider said of a mail (RFC 5965 section 7.3, RFC 6430). */
export type FeedbackKind = 'abuse' | 'opt-out' | 'not-spam' | 'other';

/** A complaint about a mail of ours, as somebody says. */
export interface Feedback {
  readonly kind: FeedbackKind;
  /** Feedback-Type and the program that wrote the report, for people. */
  readonly words: string;
  /** Where addresses of ours are looked for, the surest first: the envelope sender, then the header of the mail. */
  readonly evidence: readonly string[];
  /** Message-ID of the mail without its angle brackets. */
  readonly messageId: string | undefined;
  /**
   * The mail by its Message-ID, where that is one of ours and the report has no return path. Answers and archives quote it,
   * so that who knows it need not have the mail: a return path of somebody else goes before it.
   */
  readonly named: NamedMail | undefined;
}

/** A mail of ours as its header names it. */
export interface NamedMail {
  readonly messageId: string;
  /** Of a mailing, whose recipients have a Message-ID each. */
  readonly recipientNo: number | undefined;
  /** That of the sender. */
  readonly domain: string;
  /** What the Feedback-ID tells, which is not signed. */
  readonly accountId: number | undefined;
  /** Whom the report or the header names as recipient, in lower case. */
  readonly addresses: readonly string[];
}

const KINDS: Readonly<Record<string, FeedbackKind>> = {
  abuse: 'abuse',
  fraud: 'abuse',
  'opt-out': 'opt-out',
  'opt-out-list': 'opt-out',
  'not-spam': 'not-spam',
};
/** Outlook.com's junk mail reports: the mail as it was, with a field for the recipient, and no report part. */
const JUNK_REPORT = /^x-hmxmroriginalrecipient[ \t]*:/im;
const MESSAGE_ID = /^message-id[ \t]*:\s*<([^<>\s]{1,500})>/im;
/** The id of a message (UUIDv7), of a mailing with the number of the recipient in base 36, at the sender's domain. */
const OWN_MESSAGE_ID = /^([0-9a-f]{12}7[0-9a-f]{19})(?:\.([0-9a-z]{1,5}))?@([a-z0-9.-]{1,253})$/i;
const RECIPIENT_RADIX = 36;
const OWN_FEEDBACK_ID = /^feedback-id[ \t]*:[^\n:]*:[^\n:]*:(\d{1,15}):postrider[ \t\r]*$/im;
const RETURN_PATH = /^return-path[ \t]*:(.*)/im;
/** Fields that name whom a mail was delivered to, a long one folded over several lines. */
const RECIPIENT_FIELDS =
  /^(?:to|cc|delivered-to|x-original-to|x-hmxmroriginalrecipient)[ \t]*:(.*(?:\r?\n[ \t].*)*)/gim;
const ADDRESS = /[^\s<>,;:"]{1,64}@[a-z0-9.-]{1,253}/gi;
const MAX_ADDRESSES = 100;

/** The complaint in a feedback report (RFC 5965) or in a junk mail report of Outlook.com; undefined when it is neither. */
export function readFeedback(mail: ReceivedMail): Feedback | undefined {
  const part = mail.parts.find(({ mimeType }) => mimeType === 'message/feedback-report');
  const header = returnedHeader(mail);
  const messageId = MESSAGE_ID.exec(header)?.[1];
  if (!part) {
    const isJunkReport = header !== '' && (mail.headers.has('x-hmxmroriginalrecipient') || JUNK_REPORT.test(header));
    const told = mail.headers.get('x-hmxmroriginalrecipient') ?? '';
    const about = { evidence: [header], messageId, named: namedBy(header, '', told) };
    return isJunkReport ? { kind: 'abuse', words: 'abuse, Outlook.com', ...about } : undefined;
  }
  // One group, but an empty line among its fields is not worth a complaint that is lost.
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

/** Providers leave the address out, write <> or make it unreadable. */
function isReturnPath(value: string): boolean {
  return value.includes('@') && !/redact/i.test(value);
}

function addressesIn(text: string): readonly string[] {
  return (text.match(ADDRESS) ?? []).slice(0, MAX_ADDRESSES).map((address) => address.toLowerCase());
}
