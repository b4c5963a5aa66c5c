import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import {
  createSendParser,
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

/** The parser of a request to send a message again. */
export const sendAgainRequest = parserOf(fields, ({ to }) => ({
  to: to === undefined || to === null || to === '' ? undefined : typeof to === 'string' ? [to] : to,
}));

/**
 * Sends what a message said as a new message through the one way in: policy, quota and suppression are judged anew. With
 * `to` it goes to these addresses alone. Throws what a send throws.
 */
export async function sendAgain(
  parts: SendParts,
  principal: Principal,
  stored: StoredMessage,
  { to, key }: { readonly to: readonly string[] | undefined; readonly key: string | undefined },
) {
  return sendMessage(parts, principal, asSend(stored, to), key);
}

/** The send that a message once was. */
function asSend({ row }: StoredMessage, to: readonly string[] | undefined): Send {
  const { cc, bcc, headers, reply_to: replyTo, tags, to: formerly } = row.head;
  // What was accepted once, from clients with more headers than our own API takes, is acceptable again.
  const parser = createSendParser(new Set(Object.keys(headers).map((name) => name.toLowerCase())));
  const send = parser.parse({
    from: row.sender,
    to: to ?? formerly,
    cc: to ? [] : cc,
    bcc: to ? [] : bcc,
    subject: row.subject,
    ...requireContent(row.content),
    tag: row.tag,
    headers,
  });
  return { ...send, replyTo: replyTo.map(mailbox), ...(tags && { tags }) };
}

function mailbox(text: string): Mailbox {
  const parsed = parseMailbox(text);
  if (isFault(parsed)) throw new Error(`Cannot parse the stored mailbox: ${parsed.fault}`);
  return parsed;
}
