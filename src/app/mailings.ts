import { createHmac } from 'node:crypto';
import type { Vault } from '../base/crypto.ts';
import type { ChunkQueue, EngineParts } from '../features/delivery/index.ts';
import {
  createChunkQueue,
  createMailingSource,
  createRecipientStore,
  type MailingRecipient,
} from '../features/mailings/index.ts';
import type { Installation } from './installation.ts';

const LINK_TOKEN_BYTES = 12;

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
  const key = vault.derive('links of mailings');
  return ({ accountId, messageId, recipientNo }) => {
    const named = `${accountId}.${messageId}.${recipientNo}`;
    const mac = createHmac('sha256', key).update(named).digest().subarray(0, LINK_TOKEN_BYTES);
    return `${recipientNo.toString(36)}.${mac.toString('base64url')}`;
  };
}
