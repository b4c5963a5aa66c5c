import type { Db } from '../../../base/db.ts';
import { timeOfUuid } from '../../../base/ids.ts';
import { domainOf, isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import type { Mail } from '../../../mail/compose.ts';
import { feedbackId } from '../../../mail/feedback-id.ts';
import { htmlToText } from '../../../mail/html-to-text.ts';
import { faultOf, type MailKey, type OutgoingMail } from '../../sending/delivery/index.ts';
import type { Tracker } from '../../outcomes/tracking/index.ts';
import { decodeContent } from './content.ts';
import { messageIdOf } from './message-facts.ts';
import { loadMessages, type MessageRow } from './queries.ts';

/**
 * Loads accepted messages in the form that delivery composes: the same message gives the same mail on every attempt,
 * because Message-ID and Date come from its id, and tracking links from its recipients. One that cannot be read comes with
 * what keeps it from that.
 */
export function createMailSource(
  db: Db,
  { tracker }: { readonly tracker: Tracker },
): (keys: readonly MailKey[]) => Promise<Map<string, OutgoingMail | Error>> {
  return async (keys) => {
    const rows = await loadMessages(
      db,
      keys.map((key) => key.accountId),
      keys.map((key) => key.messageId),
    );
    return new Map(rows.map((row) => [row.id, toOutgoingOrFault(row, tracker)]));
  };
}

function toOutgoingOrFault(row: MessageRow, tracker: Tracker): OutgoingMail | Error {
  try {
    return toOutgoing(row, tracker);
  } catch (error) {
    return faultOf('the stored content of this mail', error);
  }
}

function toOutgoing(row: MessageRow, tracker: Tracker): OutgoingMail {
  const mail = toMail(row);
  const forRecipient = row.head.track && tracked(row, mail, tracker);
  return {
    signingDomain: domainOf(mail.from.address),
    envelopeFrom: mail.from.address,
    mail,
    ...(forRecipient && { forRecipient }),
  };
}

/** The mail of each recipient; undefined when all of them get the same. */
function tracked(row: MessageRow, mail: Mail, tracker: Tracker): OutgoingMail['forRecipient'] {
  const { html } = mail;
  if (html === undefined || !row.head.track) return undefined;
  const personalised = tracker.personalise({
    accountId: row.account_id,
    messageId: row.id,
    html,
    track: row.head.track,
    exempt: unsubscribeAddresses(row),
  });
  if (!personalised) return undefined;
  // A text that is made from the HTML shows the addresses as they were written.
  const text = mail.text ?? htmlToText(html);
  return (recipientNo) => ({ ...mail, text, html: personalised(recipientNo) });
}

/** The addresses in List-Unsubscribe (RFC 2369): the same link in the body is to be found by them. */
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
    headers: [...Object.entries(row.head.headers).map(([name, value]) => ({ name, value })), ...ownFeedbackId(row)],
    messageId: messageIdOf(row.id, domainOf(from.address)),
    date: new Date(timeOfUuid(row.id)),
  };
}

/** Our Feedback-ID, unless the request brought one: receivers take the first of several, or none. */
function ownFeedbackId({ account_id: accountId, head, tag }: MessageRow) {
  const isGiven = Object.keys(head.headers).some((name) => name.toLowerCase() === 'feedback-id');
  return isGiven ? [] : [feedbackId({ stream: tag ?? undefined, mailClass: 'transactional', accountId })];
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(`A stored mailbox does not parse: ${parsed.fault}`);
  return parsed;
}
