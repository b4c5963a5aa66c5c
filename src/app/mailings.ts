import type { Vault } from '../base/crypto.ts';
import type { ChunkQueue, EngineParts } from '../features/sending/delivery/index.ts';
import {
  createChunkQueue,
  createMailingSource,
  createRecipientStore,
  type MailingRecipient,
} from '../features/sending/mailings/index.ts';
import { unwantedOf } from '../features/audience/contact-notes/index.ts';
import { createLinkTokens } from '../features/outcomes/tracking/delivery-door.ts';
import type { LinkPurpose } from '../mail/link-purpose.ts';
import { MAILING_CLASSES } from '../mail/mail-class.ts';
import type { Installation } from './installation.ts';

/** Mails to many as delivery works on them: their recipients in chunks, and their mails. */
export function createMailings({ clock, db, log, vault }: Installation): {
  readonly chunks: ChunkQueue;
  readonly loadMails: EngineParts['loadMails'];
} {
  const store = createRecipientStore();
  // Recipients of mailings that somebody owns are known by their contacts.
  const unwanted = unwantedOf;
  return {
    chunks: createChunkQueue({ clock, db, log, store, unwanted }),
    loadMails: createMailingSource({ clock, db, store, linkToken: linkTokens(vault), unwanted }),
  };
}

/** The token of a recipient's links of a purpose: nobody can make that of another recipient or purpose from it. */
function linkTokens(vault: Vault): (recipient: MailingRecipient, purpose: LinkPurpose) => string {
  const tokenOf = createLinkTokens(vault);
  return ({ accountId, mailClass, messageId, recipientNo, ref, source }, purpose) => {
    // Named by its owner, a recipient is known for as long as that lives; the lot goes with its day.
    const kind = MAILING_CLASSES.find((each) => each === mailClass);
    if (kind && source !== null && ref !== null) {
      return tokenOf({ kind, accountId, source, recipient: ref }, purpose);
    }
    return tokenOf({ kind: 'mailing', accountId, source: messageId, recipient: recipientNo }, purpose);
  };
}
