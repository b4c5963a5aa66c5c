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

/** The complaint in a feedback report (RFC 5965) or in a junk mail report of Outlook.com; undefined when it is neither. */
export function readFeedback(mail: ReceivedMail): Feedback | undefined {
  const part = mail.parts.find(({ mimeType }) => mimeType === 'message/feedback-report');
  const header = returnedHeader(mail);
  const messageId = MESSAGE_ID.exec(header)?.[1];
  if (!part) {
    const isJunkReport = header !== '' && (mail.headers.has('x-hmxmroriginalrecipient') || JUNK_REPORT.test(header));
    return isJunkReport ? { kind: 'abuse', words: 'abuse, Outlook.com', evidence: [header], messageId } : undefined;
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
  };
}
