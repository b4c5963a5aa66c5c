import { invalid } from '../../../base/refusal.ts';
import { isFault, parseMailbox, type Mailbox } from '../../../mail/address.ts';
import { MAX_REPLY_TO } from '../../transactional/messages/index.ts';
import { nativeMailbox, splitMailboxes } from './mailboxes.ts';

/**
 * Parses reply addresses. Each string can contain several mailboxes, separated by commas. Throws a validation_error
 * that names the field.
 */
export function parseReplyTo(texts: readonly string[], field: string): Mailbox[] {
  const all = texts.flatMap(splitMailboxes);
  if (all.length > MAX_REPLY_TO) {
    throw invalid({ [field]: [`must contain at most ${MAX_REPLY_TO} addresses, not ${all.length}.`] });
  }
  return all.map((text) => {
    const mailbox = parseMailbox(nativeMailbox(text, { domain: '', aliases: [] }));
    if (isFault(mailbox)) throw invalid({ [field]: [mailbox.fault] });
    return mailbox;
  });
}
