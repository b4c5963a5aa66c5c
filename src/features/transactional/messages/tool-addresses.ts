import { invalid } from '../../../base/refusal.ts';
import { isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import type { Send } from './schema.ts';

const FIELDS = ['to', 'cc', 'bcc', 'reply_to'];

type Fields = Readonly<Record<string, unknown>>;

/** The arguments of a mail with a list wherever addresses are given as a text. */
export function withLists(given: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      FIELDS.includes(name) && typeof value === 'string' ? [value] : value,
    ]),
  );
}

/** The mail as the request of the HTTP API, which has one address for answers, and the addresses beyond that. */
export function withOneReply(fields: Fields): { readonly fields: Fields; readonly moreReplies: readonly unknown[] } {
  const { reply_to: replies, ...others } = fields;
  if (!Array.isArray(replies)) return { fields, moreReplies: [] };
  const [first, ...moreReplies] = replies as readonly unknown[];
  return { fields: { ...others, ...(first !== undefined && { reply_to: first }) }, moreReplies };
}

/** The send with further addresses that answers go to. Throws validation_error for what is none. */
export function withReplies(send: Send, moreReplies: readonly unknown[]): Send {
  const errors: Record<string, readonly string[]> = {};
  const mailboxes = moreReplies.flatMap((given, index): Mailbox[] => {
    const mailbox = typeof given === 'string' ? parseMailbox(given) : { fault: 'must be a string.' };
    if (!isFault(mailbox)) return [mailbox];
    errors[`reply_to.${index + 1}`] = [mailbox.fault];
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return mailboxes.length === 0 ? send : { ...send, replyTo: send.replyTo.concat(mailboxes) };
}
