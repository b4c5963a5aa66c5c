import type { Db } from '../../base/db.ts';
import { timeOfUuid } from '../../base/ids.ts';
import { domainOf, isFault, parseMailbox, type Mailbox } from '../../mail/address.ts';
import type { MailKey, OutgoingMail } from '../delivery/index.ts';
import { decodeContent } from './content.ts';
import { loadMessages, type MessageRow } from './queries.ts';

/**
 * Loads accepted messages in the form that delivery composes: the same message gives the same mail on every attempt,
 * because Message-ID and Date come from its id.
 */
export function createMailSource(db: Db): (keys: readonly MailKey[]) => Promise<Map<string, OutgoingMail>> {
  return async (keys) => {
    const rows = await loadMessages(
      db,
      keys.map((key) => key.accountId),
      keys.map((key) => key.messageId),
    );
    return new Map(rows.map((row) => [row.id, toMail(row)]));
  };
}

function toMail(row: MessageRow): OutgoingMail {
  const from = mailbox(row.sender);
  const { html, text } = decodeContent(row.content);
  const domain = domainOf(from.address);
  return {
    signingDomain: domain,
    envelopeFrom: from.address,
    mail: {
      from,
      to: row.head.to.map(mailbox),
      cc: row.head.cc.map(mailbox),
      replyTo: row.head.reply_to.map(mailbox),
      subject: row.subject,
      html,
      text,
      headers: Object.entries(row.head.headers).map(([name, value]) => ({ name, value })),
      messageId: `${row.id.replaceAll('-', '')}@${domain}`,
      date: new Date(timeOfUuid(row.id)),
    },
  };
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(`A stored mailbox does not parse: ${parsed.fault}`);
  return parsed;
}
