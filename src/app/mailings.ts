import type { Vault } from '../base/crypto.ts';
import type { ChunkQueue, EngineParts } from '../features/sending/delivery/index.ts';
import {
  createChunkQueue,
  createMailingSource,
  createRecipientStore,
  type MailingRecipient,
} from '../features/sending/mailings/index.ts';
import { unwantedOf } from '../features/audience/contact-notes/index.ts';
import { createLinkTokens } from '../features/outcomes/tracking/for-delivery.ts';
import type { LinkPurpose } from '../mail/link-purpose.ts';
import { MAILING_CLASSES } from '../mail/mail-class.ts';
import type { Installation } from './installation.ts';

/** Returns the sources of bulk email for delivery: recipients in chunks, and messages. */
export function createMailings({ clock, db, log, vault }: Installation): {
  readonly chunks: ChunkQueue;
  readonly loadMails: EngineParts['loadMails'];
} {
  const store = createRecipientStore();
  const unwanted = unwantedOf;
  return {
    chunks: createChunkQueue({ clock, db, log, store, unwanted }),
    loadMails: createMailingSource({ clock, db, store, linkToken: linkTokens(vault), unwanted }),
  };
}

/** Returns the function that creates tokens for links in bulk email. */
function linkTokens(vault: Vault): (recipient: MailingRecipient, purpose: LinkPurpose) => string {
  const tokenOf = createLinkTokens(vault);
  return ({ accountId, mailClass, messageId, recipientNo, ref, source }, purpose) => {
    // Prefer a token for the contact. It stays valid after the partition that contains the recipient batch is dropped.
    const kind = MAILING_CLASSES.find((each) => each === mailClass);
    if (kind && source !== null && ref !== null) {
      return tokenOf({ kind, accountId, source, recipient: ref }, purpose);
    }
    return tokenOf({ kind: 'mailing', accountId, source: messageId, recipient: recipientNo }, purpose);
  };
}
