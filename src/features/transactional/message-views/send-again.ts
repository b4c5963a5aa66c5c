import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { parserOf } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import {
  createSendParser,
  withRepeatedHeaders,
  requireContent,
  sendMessage,
  type Send,
  type SendParts,
  type StoredMessage,
} from '../messages/index.ts';

const fields = Type.Object({
  to: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 }), Type.Null()], {
      description: 'The recipients of the new message. Default: all recipients of the original message.',
    }),
  ),
});

export const sendAgainRequest = parserOf(fields, ({ to }) => ({
  to: to === undefined || to === null || to === '' ? undefined : typeof to === 'string' ? [to] : to,
}));

/**
 * Sends the content of a message as a new message. Checks policy, quota, and suppression as for any send. If `to` is
 * given, sends only to these addresses. Throws the same errors as a send, and conflict for a message with files.
 */
export async function sendAgain(
  parts: SendParts,
  principal: Principal,
  stored: StoredMessage,
  { to, key }: { readonly to: readonly string[] | undefined; readonly key: string | undefined },
) {
  return sendMessage(parts, principal, asSend(stored, to), key);
}

/** Converts a stored message back to a send request. If `to` is given, it replaces the recipients. */
function asSend({ row }: StoredMessage, to: readonly string[] | undefined): Send {
  const { cc, bcc, headers, reply_to: replyTo, repeated_headers: repeated = [], tags, tls, to: formerly } = row.head;
  requireNoFiles(row.head);
  const content = requireContent(row.content);
  // Accept all headers of the original message, because messages that were sent through an adapter can have headers
  // that our own API does not allow.
  const parser = createSendParser(new Set(Object.keys(headers).map((name) => name.toLowerCase())));
  const send = parser.parse({
    from: row.sender,
    to: to ?? formerly,
    cc: to ? [] : cc,
    bcc: to ? [] : bcc,
    subject: row.subject,
    ...content,
    tag: row.tag,
    headers,
  });
  return {
    ...withRepeatedHeaders(send, repeated),
    // An empty text part means that the message has only HTML.
    ...(content.text === '' && { text: '' }),
    replyTo: replyTo.map(mailbox),
    ...(tags && { tags }),
    ...(tls && { tls }),
  };
}

/** Throws conflict for a message with files, because files are stored only for the original message. */
function requireNoFiles({ files = [] }: StoredMessage['row']['head']): void {
  if (files.length === 0) return;
  throw new Refusal('conflict', {
    message: 'The message cannot be sent again from Postrider, because it has attachments or inline images.',
    fix: 'Send the message again from your application.',
  });
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(`Cannot parse the stored mailbox: ${parsed.fault}`);
  return parsed;
}
