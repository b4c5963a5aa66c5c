import { decodeWords } from 'postal-mime';
import { isFault, parseMailbox, type EmailAddress, type Mailbox } from '../../../mail/address.ts';
import { nativeMailbox } from '../resend/index.ts';
import { faultAt } from '../vendors/index.ts';

const NO_SANDBOX = { domain: '', aliases: [] };
const ENCODED = /=\?[^?\s]+\?[BbQq]\?/;

/** A mailbox as our parser takes it; names come encoded (RFC 2047), since the vendor takes nothing but ASCII. */
export function mailboxText(text: string): string {
  return nativeMailbox(ENCODED.test(text) ? decodeWords(text) : text, NO_SANDBOX);
}

/** Mailboxes of a field. Throws validation_error naming the one at fault. */
export function mailboxesOf(field: string, texts: readonly string[]): Mailbox[] {
  return texts.map((text, index) => {
    const mailbox = parseMailbox(mailboxText(text));
    if (isFault(mailbox)) throw faultAt(`${field}.${index}`, mailbox.fault);
    return mailbox;
  });
}

/** Addresses as they were written, by those that are parsed. */
export function writtenIn(texts: readonly string[]): ReadonlyMap<EmailAddress, string> {
  return new Map(
    texts.flatMap((text): [EmailAddress, string][] => {
      const mailbox = parseMailbox(mailboxText(text));
      const [, angled] = /<([^<>]*)>\s*$/.exec(text) ?? [];
      return isFault(mailbox) ? [] : [[mailbox.address, (angled ?? text).trim()]];
    }),
  );
}
