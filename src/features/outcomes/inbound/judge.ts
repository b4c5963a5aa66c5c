import { isAutoReply } from '../../../mail/auto-reply.ts';
import { readFeedback, type Feedback, type NamedMail } from '../../../mail/arf.ts';
import { looksLikeBounce, readTextBounce } from '../../../mail/bounce-text.ts';
import { readDsn, recipientOf, moreSpecificStatus, type DsnRecipient } from '../../../mail/dsn.ts';
import { returnedHeader, type ReceivedMail } from '../../../mail/received-mail.ts';
import type { ReturnAddress } from '../../../mail/return-path.ts';
import type { Purpose } from './addresses.ts';
import type { InboundState } from './queries.ts';
import type { Recipient, ReportLocalPart, Subscriber } from './types.ts';

/** The classification of a received message. */
export type Verdict =
  | {
      readonly kind: 'bounce';
      readonly recipient: Recipient;
      readonly status: string | null;
      readonly reason: string | null;
    }
  | { readonly kind: 'complaint'; readonly recipient: Recipient; readonly words: string }
  | { readonly kind: 'unsubscribe'; readonly recipient: Recipient }
  /** A complaint or opt-out. If no message with the Message-ID is found, the subscriber is unsubscribed. */
  | {
      readonly kind: 'reported';
      readonly isOptOut: boolean;
      readonly words: string;
      readonly named: NamedMail | undefined;
      readonly subscriber: Subscriber | undefined;
      /** The reason to record if neither the message nor the subscriber is found. */
      readonly otherwise: string;
    }
  | { readonly kind: 'leave'; readonly subscriber: Subscriber }
  | { readonly kind: 'report'; readonly localPart: ReportLocalPart; readonly domain: string }
  | { readonly kind: 'note'; readonly state: Exclude<InboundState, 'done'>; readonly reason: string };

/** The context in which a message was received. */
export interface Circumstances {
  readonly purpose: Purpose;
  /** The address of the recipient from the return path, if that recipient still exists. */
  readonly recipientAddress?: string | undefined;
  /** Whether the message came from the null sender (RFC 5321 section 4.5.5). */
  readonly isFromNobody: boolean;
  /** Returns the first valid return address of this installation in the given text. */
  readonly find: (text: string) => ReturnAddress | undefined;
  /** Returns the recipient from the first valid unsubscribe address (List-Unsubscribe) in the given text. */
  readonly findSubscriber: (text: string) => Subscriber | undefined;
}

const MAX_SHOWN_ID_CHARACTERS = 200;
/** Status code for a full mailbox (RFC 3463 section 3.3). */
const FULL = '5.2.2';

/** Classifies a message to an address of this installation. Pure. */
export function judge(mail: ReceivedMail, circumstances: Circumstances): Verdict {
  const { purpose } = circumstances;
  switch (purpose.kind) {
    case 'report':
      return purpose;
    case 'complaint':
      return judgeComplaint(mail, circumstances);
    case 'return':
      return purpose.address.kind === 'bounce'
        ? judgeReturn(mail, purpose.address, circumstances)
        : unlessAutomatic(mail, circumstances, { kind: 'unsubscribe', recipient: toRecipient(purpose.address) });
    case 'subscription':
      return unlessAutomatic(mail, circumstances, { kind: 'leave', subscriber: purpose.subscriber });
  }
}

/**
 * Classifies a message to a return path. The address identifies the recipient, and the content contains the result (RFC
 * 3464, RFC 5965).
 */
function judgeReturn(mail: ReceivedMail, address: ReturnAddress, circumstances: Circumstances): Verdict {
  const { isFromNobody, recipientAddress } = circumstances;
  const recipient = toRecipient(address);
  const dsn = readDsn(mail);
  if (dsn && dsn.length > 0) {
    const about = recipientOf(dsn, recipientAddress);
    return about
      ? verdictOfDsn(mail, about, recipient)
      : note('ignored', 'The delivery status report is about other recipients');
  }
  const feedback = readFeedback(mail);
  if (feedback) return verdictOfFeedback(feedback, circumstances, recipient);
  if (isAutoReply(mail) && !looksLikeBounce(mail, isFromNobody)) return note('ignored', 'Automatic reply');
  const bounce = readTextBounce(mail, isFromNobody);
  switch (bounce?.kind) {
    case 'failed':
      return { kind: 'bounce', recipient, status: bounce.status, reason: bounce.reason };
    case 'delayed':
      return note('ignored', 'Delivery is delayed; the server is still retrying');
    case 'unexplained':
      return note('unclassified', 'The bounce contains no reason');
    case undefined:
      return note('unclassified', 'The message is neither a bounce nor a report');
  }
}

/**
 * Classifies a message to the feedback loop address. The recipient is identified by the return address or the header
 * fields of the original message, regardless of the sender.
 */
function judgeComplaint(mail: ReceivedMail, circumstances: Circumstances): Verdict {
  const { find } = circumstances;
  const feedback = readFeedback(mail);
  if (feedback) return verdictOfFeedback(feedback, circumstances, undefined);
  const dsn = recipientOf(readDsn(mail) ?? [], undefined);
  if (!dsn) return note('unclassified', 'The message is not a machine-readable report');
  const address = find(returnedHeader(mail));
  return address
    ? verdictOfDsn(mail, dsn, toRecipient(address))
    : note('unclassified', 'The bounced message cannot be identified');
}

/**
 * Accepts a message to a List-Unsubscribe address (RFC 2369), unless the message is automatic. Does not check the
 * sender, because knowing the address is sufficient proof.
 */
function unlessAutomatic(mail: ReceivedMail, { isFromNobody }: Circumstances, verdict: Verdict): Verdict {
  return isFromNobody || readDsn(mail) || isAutoReply(mail) ? note('ignored', 'Automatic reply') : verdict;
}

/**
 * Returns a bounce only for a failed delivery. Delayed, relayed, and expanded deliveries are recorded without an effect
 * (RFC 3464 section 2.3.3).
 */
function verdictOfDsn(mail: ReceivedMail, failed: DsnRecipient, recipient: Recipient): Verdict {
  if (failed.action !== 'failed') return note('ignored', `Delivery status ${failed.action}`);
  // A filter rejected the content, even if the reply names another reason, because servers reject unknown recipients
  // before they receive the content.
  const isAboutContent =
    failed.reason !== null && AFTER_DATA.test(mail.text) && !/\b5\.[1-7]\.[1-9]/.test(failed.reason);
  if (isAboutContent)
    return {
      kind: 'bounce',
      recipient,
      status: failed.status,
      reason: `${failed.reason} (in reply to end of DATA command)`,
    };
  // Use the human-readable text if the machine-readable part gives no reason, or if the text mentions a full mailbox.
  const reported = readTextBounce(mail, true);
  const isAsked = failed.reason === null || saysNothing(failed.reason);
  if (
    reported?.kind !== 'failed' ||
    (isAsked ? contradicts(reported.status, failed.status) : reported.status !== FULL)
  ) {
    return { kind: 'bounce', recipient, status: failed.status, reason: failed.reason };
  }
  const status = reported.status === FULL ? FULL : moreSpecificStatus(failed.status, reported.status);
  return { kind: 'bounce', recipient, status, reason: reported.reason };
}

/** Postfix's description of the rejected command. */
const AFTER_DATA = /\(in\s+reply\s+to\s+end\s+of\s+DATA\s+command\)/;

/**
 * Returns true if the status code in the text is probably unrelated to the reply, for example because a disclaimer
 * quotes it. This is the case if the subjects (the second numbers) of the two codes differ. Returns false if the given
 * code is missing or generic, if the text reports a full mailbox, or if the text reports an unknown domain and the
 * given code concerns routing.
 */
function contradicts(reported: string, given: string | null): boolean {
  if (given === null || /^.\.0\.|\.0$/.test(given) || reported === FULL) return false;
  const isRoute = reported === '5.1.2' && given.startsWith('5.4.');
  return !isRoute && reported.charAt(2) !== given.charAt(2);
}

/**
 * Returns whether the text gives no reason, such as `550 #5.1.0`, `host[192.0.2.1] said:`, or `554 Service
 * unavailable`.
 */
function saysNothing(reason: string): boolean {
  const words = reason
    .replaceAll(/\S*[@\d]\S*/g, ' ')
    .replace(/\b(?:said|smtp|error|unknown reason|failed|failure)\b/gi, '');
  return (
    !/\p{L}{2}/u.test(words) ||
    /^\W*(?:service unavailable|transaction failed|other or undefined status|remote server returned an error)\W*$/i.test(
      words,
    )
  );
}

function verdictOfFeedback(
  { evidence, kind, messageId, named, words }: Feedback,
  { find, findSubscriber }: Circumstances,
  addressed: Recipient | undefined,
): Verdict {
  if (kind === 'not-spam' || kind === 'other') return note('ignored', `Feedback report: ${words}`);
  const found = evidence.map(find).find((address) => address !== undefined);
  const recipient = found ? toRecipient(found) : addressed;
  if (recipient) return kind === 'abuse' ? { kind: 'complaint', recipient, words } : { kind: 'unsubscribe', recipient };
  const shown = messageId === undefined ? '' : ` (Message-ID ${messageId.slice(0, MAX_SHOWN_ID_CHARACTERS)})`;
  const otherwise = `Feedback report (${words}) about a message that cannot be identified${shown}`;
  const subscriber = findSubscriber(evidence.join('\n'));
  if (!named && !subscriber) return note('unclassified', otherwise);
  // Accept the Message-ID as proof. It has 74 random bits, and providers remove the return path, which contains the
  // HMAC.
  return { kind: 'reported', isOptOut: kind === 'opt-out', words, named, subscriber, otherwise };
}

function toRecipient({ accountId, messageId, recipientNo }: ReturnAddress): Recipient {
  return { accountId, messageId, recipientNo };
}

function note(state: Exclude<InboundState, 'done'>, reason: string): Verdict {
  return { kind: 'note', state, reason };
}
