import type { Vault } from '../base/crypto.ts';
import type { ChunkQueue, EngineParts } from '../features/delivery/index.ts';
import {
  createChunkQueue,
  createMailingSource,
  createRecipientStore,
  type MailingRecipient,
} from '../features/mailings/index.ts';
import { createLinkTokens } from '../features/tracking/index.ts';
import type { Installation } from './installation.ts';

/** Mails to many as delivery works on them: their recipients in chunks, and their mails. */
export function createMailings({ clock, db, log, vault }: Installation): {
  readonly chunks: ChunkQueue;
  readonly loadMails: EngineParts['loadMails'];
} {
  const store = createRecipientStore();
  return {
    chunks: createChunkQueue({ clock, db, log, store }),
    loadMails: createMailingSource({ clock, db, store, linkToken: linkTokens(vault) }),
  };
}

/** The token of a recipient's links: who has it cannot make another recipient's from it. */
function linkTokens(vault: Vault): (recipient: MailingRecipient) => string {
  const tokenOf = createLinkTokens(vault);
  return ({ accountId, messageId, recipientNo }) =>
    tokenOf({ kind: 'mailing', accountId, source: messageId, recipient: recipientNo });
}
