import { createBatcher } from '../../base/batcher.ts';
import type { EmailAddress } from '../../mail/address.ts';
import { compose } from '../../mail/compose.ts';
import { sign, type DkimKey } from '../../mail/dkim.ts';
import type { MailKey, OutgoingMail } from './types.ts';

/** Recipients of one message follow each other in the queue; its bytes are kept for the next of them. */
const KEPT_MESSAGES = 32;
const MAX_LOAD = 50;

/** A message as it goes over the wire. */
export interface PreparedMail {
  readonly data: Buffer;
  readonly smtpUtf8: boolean;
  readonly envelopeFrom: EmailAddress;
}

/** Thrown when there is nothing to send any more (the message's day was dropped). */
export class MessageGone extends Error {}

/** Loads, composes and signs. */
export type Prepare = (key: MailKey) => Promise<PreparedMail>;

/** Requests of one turn of the event loop are loaded by one statement; bodies are in memory only while they are sent. */
export function createPrepare(parts: {
  readonly loadMails: (keys: readonly MailKey[]) => Promise<ReadonlyMap<string, OutgoingMail>>;
  readonly signingKeys: (accountId: number, domain: string) => Promise<readonly DkimKey[]>;
}): Prepare {
  const kept = new Map<string, Promise<PreparedMail>>();
  const loader = createBatcher<MailKey, OutgoingMail | undefined>({
    flush: async (keys) => {
      const mails = await parts.loadMails(keys);
      return keys.map((key) => ({ ok: true, value: mails.get(key.messageId) }));
    },
    bytesOf: () => 1,
    maxBatch: MAX_LOAD,
    maxBatchBytes: MAX_LOAD,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
  });

  async function prepare(key: MailKey): Promise<PreparedMail> {
    const outgoing = await loader.add(key);
    if (!outgoing) throw new MessageGone(`Message ${key.messageId} is gone`);
    const keys = await parts.signingKeys(key.accountId, outgoing.signingDomain);
    const composed = compose(outgoing.mail);
    return {
      data: sign(composed, keys, outgoing.mail.date),
      smtpUtf8: composed.smtpUtf8,
      envelopeFrom: outgoing.envelopeFrom,
    };
  }

  return (key) => {
    const known = kept.get(key.messageId);
    if (known) return known;
    const prepared = prepare(key);
    kept.set(key.messageId, prepared);
    // A failure is not kept: the next attempt may find the database or the key back.
    prepared.catch(() => kept.delete(key.messageId));
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT_MESSAGES && oldest !== undefined) kept.delete(oldest);
    return prepared;
  };
}
