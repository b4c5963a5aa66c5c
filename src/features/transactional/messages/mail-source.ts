import type { Db } from '../../../base/db.ts';
import { timeOfUuid } from '../../../base/ids.ts';
import { domainOf, isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import { compose, type Mail } from '../../../mail/compose.ts';
import { feedbackId } from '../../../mail/feedback-id.ts';
import { htmlToText } from '../../../mail/html-to-text.ts';
import { faultOf, type MailKey, type OutgoingMail } from '../../sending/delivery/index.ts';
import type { Tracker } from '../../outcomes/tracking/index.ts';
import { decodeContent } from './content.ts';
import { loadFiles } from './files.ts';
import { messageIdOf } from './message-facts.ts';
import { loadMessages, type MessageRow } from './queries.ts';

interface TrackingParts {
  readonly tracker: Tracker;
  /**
   * Returns the base URL of tracked links in messages from an account's domain, or undefined for the tracker's default.
   */
  readonly trackingBaseOf: (accountId: number, domain: string) => Promise<string | undefined>;
  /** Converts HTML to text outside the event loop. If absent, the conversion runs while the message is composed. */
  readonly textOf?: (accountId: number, html: string) => Promise<string>;
}

/**
 * Creates the source of accepted messages for delivery. The Message-ID and the Date of a message are derived from its
 * ID, so that they are the same in every attempt. Returns the error for a message that cannot be read.
 */
export function createMailSource(
  db: Db,
  parts: TrackingParts,
): (keys: readonly MailKey[]) => Promise<Map<string, OutgoingMail | Error>> {
  return async (keys) => {
    const rows = await loadMessages(
      db,
      keys.map((key) => key.accountId),
      keys.map((key) => key.messageId),
    );
    return new Map(
      await Promise.all(rows.map(async (row) => [row.id, await toOutgoingOrFault(db, row, parts)] as const)),
    );
  };
}

async function toOutgoingOrFault(db: Db, row: MessageRow, parts: TrackingParts): Promise<OutgoingMail | Error> {
  const baseUrl = await baseOf(row, parts);
  try {
    const mail = toMail(row);
    const { html, text } = mail;
    const isMade = html !== undefined && text === undefined && parts.textOf !== undefined;
    const whole = isMade ? { ...mail, text: await parts.textOf(row.account_id, html) } : mail;
    return withFiles(db, row, toOutgoing(row, whole, parts.tracker, baseUrl));
  } catch (error) {
    return faultOf('the stored content of this message', error);
  }
}

/**
 * Loads the files of a message each time it is composed, because files are too large to stay in memory with the other
 * loaded messages.
 */
function withFiles(
  db: Db,
  { account_id: accountId, head: { files } }: MessageRow,
  outgoing: OutgoingMail,
): OutgoingMail {
  if (!files) return outgoing;
  const { forRecipient, mail } = outgoing;
  return {
    ...outgoing,
    composedFor: async (recipientNo) => {
      const own = forRecipient ? forRecipient(recipientNo) : mail;
      return compose({ ...own, files: await loadFiles(db, accountId, files) });
    },
  };
}

async function baseOf(row: MessageRow, { trackingBaseOf }: TrackingParts): Promise<string | undefined> {
  const { track } = row.head;
  if (track?.opens !== true && track?.clicks !== true) return undefined;
  const from = parseMailbox(row.sender);
  return isFault(from) ? undefined : trackingBaseOf(row.account_id, domainOf(from.address));
}

function toOutgoing(row: MessageRow, mail: Mail, tracker: Tracker, baseUrl: string | undefined): OutgoingMail {
  const forRecipient = row.head.track && tracked(row, mail, { tracker, baseUrl });
  const { bcc, cc, to } = row.head;
  return {
    isForOne: to.length + cc.length + bcc.length === 1,
    signingDomain: row.head.sign ?? domainOf(mail.from.address),
    envelopeFrom: mail.from.address,
    tls: row.head.tls,
    mail,
    ...(forRecipient && { forRecipient }),
  };
}

/** Returns a function that creates the message for a recipient, or undefined if all recipients get the same message. */
function tracked(
  row: MessageRow,
  mail: Mail,
  { baseUrl, tracker }: { readonly tracker: Tracker; readonly baseUrl: string | undefined },
): OutgoingMail['forRecipient'] {
  const { html } = mail;
  if (html === undefined || !row.head.track) return undefined;
  const personalised = tracker.personalise({
    accountId: row.account_id,
    messageId: row.id,
    html,
    track: row.head.track,
    exempt: unsubscribeAddresses(row),
    baseUrl,
  });
  if (!personalised) return undefined;
  // Text generated from the HTML must have the original links, not the tracked ones.
  const text = mail.text ?? htmlToText(html);
  return (recipientNo) => ({ ...mail, text, html: personalised(recipientNo) });
}

/**
 * Returns the URLs in the List-Unsubscribe header (RFC 2369). Links to these URLs in the body are not tracked either.
 */
function unsubscribeAddresses({ head }: MessageRow): string[] {
  return Object.entries(head.headers)
    .filter(([name]) => name.toLowerCase() === 'list-unsubscribe')
    .flatMap(([, value]) => [...value.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim()));
}

function toMail(row: MessageRow): Mail {
  const from = mailbox(row.sender);
  const { html, text } = decodeContent(row.content);
  return {
    from,
    to: row.head.to.map(mailbox),
    cc: row.head.cc.map(mailbox),
    replyTo: row.head.reply_to.map(mailbox),
    subject: row.subject,
    html,
    text,
    headers: [
      ...Object.entries(row.head.headers).map(([name, value]) => ({ name, value })),
      ...(row.head.repeated_headers ?? []),
      ...ownFeedbackId(row),
    ],
    messageId: messageIdOf(row.id, domainOf(from.address)),
    date: new Date(timeOfUuid(row.id)),
  };
}

/** Returns our Feedback-ID, unless the request already has one. */
function ownFeedbackId({ account_id: accountId, head, tag }: MessageRow) {
  const isGiven = Object.keys(head.headers).some((name) => name.toLowerCase() === 'feedback-id');
  return isGiven ? [] : [feedbackId({ stream: tag ?? undefined, mailClass: 'transactional', accountId })];
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(`Cannot parse the stored mailbox: ${parsed.fault}`);
  return parsed;
}
