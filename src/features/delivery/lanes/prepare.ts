import { createBatcher } from '../../../base/batcher.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import { compose, type ComposedMail } from '../../../mail/compose.ts';
import { createSigner, type DkimKey } from '../../../mail/dkim.ts';
import { createSignQueue } from './sign-queue.ts';
import type { Claim, OutgoingMail, QueuedMailKey } from '../types.ts';

/** Recipients of one message follow each other in the queue; its bytes are kept for the next of them. */
const KEPT_PREPARED = 32;
/** Mails of single recipients: kept from their preparation ahead until their turn. */
const KEPT_INDIVIDUAL = 32;
/** At most 600 KB each: 38 MB when every message is of full size. */
const KEPT_LOADED = 64;
const MAX_LOAD = 50;

/** A message as it goes over the wire. */
export interface PreparedMail {
  readonly data: Buffer;
  readonly smtpUtf8: boolean;
  readonly envelopeFrom: EmailAddress;
  readonly signingDomain: string;
}

/** Thrown when there is nothing to send any more (the message's day was dropped). */
export class MessageGone extends Error {}

/** Thrown when a mail is not to be sent now, as one of a mailing that is paused: that is no attempt. */
export class MailHeld extends Error {}

/** The recipient whose mail is wanted. */
type RecipientKey = Pick<Claim, 'accountId' | 'messageId' | 'mailClass' | 'recipientNo'>;

/** What is ready of a message: the mail of all its recipients, or how to prepare that of one. */
type PreparedMessage = PreparedMail | ((recipientNo: number) => Promise<PreparedMail>);

/** Makes mails ready for the wire. */
export interface Preparer {
  /** Loads, composes and signs what a recipient gets. Rejects with MessageGone, or with what kept it from that. */
  mail(key: RecipientKey): Promise<PreparedMail>;
  /** The domain that a message is sent from. Rejects as `mail` does. */
  readonly senderDomain: (key: QueuedMailKey) => Promise<string>;
  /** Begins to load messages whose turn comes soon, all in one statement. */
  ahead(keys: readonly QueuedMailKey[]): void;
}

/** What a preparer asks. */
export interface PrepareParts {
  readonly loadMails: (keys: readonly QueuedMailKey[]) => Promise<ReadonlyMap<string, OutgoingMail>>;
  readonly signingKeys: (accountId: number, domain: string) => Promise<readonly DkimKey[]>;
  /** Where bounces of a recipient's mail go to; undefined leaves it to the message. */
  readonly returnPath?: (
    recipient: RecipientKey & { readonly senderDomain: string },
  ) => Promise<EmailAddress | undefined>;
}

/** Keeps a few messages in memory: those that are on the wire, and those that come next. */
export function createPreparer(parts: PrepareParts): Preparer {
  const sign = createSignQueue(createSigner());
  const loaded = createKept<OutgoingMail | undefined>(KEPT_LOADED);
  const prepared = createKept<PreparedMessage>(KEPT_PREPARED);
  const individual = createKept<PreparedMail>(KEPT_INDIVIDUAL);
  const loader = createBatcher<QueuedMailKey, OutgoingMail | undefined>({
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
  const load = (key: QueuedMailKey): Promise<OutgoingMail | undefined> =>
    loaded.get(key.messageId, () => loader.add(key));

  async function loadKnown(key: QueuedMailKey): Promise<OutgoingMail> {
    const outgoing = await load(key);
    if (!outgoing) throw new MessageGone(`Message ${key.messageId} is gone`);
    return outgoing;
  }

  async function prepare(key: QueuedMailKey): Promise<PreparedMessage> {
    const { composedFor, envelopeFrom, forRecipient, mail, signingDomain } = await loadKnown(key);
    const finish = async (composed: ComposedMail): Promise<PreparedMail> => {
      const keys = await parts.signingKeys(key.accountId, signingDomain);
      const data = await sign({ mail: composed, keys, signedAt: mail.date });
      return { data, smtpUtf8: composed.smtpUtf8, envelopeFrom, signingDomain };
    };
    if (composedFor) return async (recipientNo) => finish(await composedFor(recipientNo));
    return forRecipient ? (recipientNo) => finish(compose(forRecipient(recipientNo))) : finish(compose(mail));
  }

  return {
    async mail(key) {
      const message = await prepared.get(key.messageId, () => prepare(key));
      const mail =
        typeof message === 'function'
          ? await individual.get(`${key.messageId} ${key.recipientNo}`, () => message(key.recipientNo))
          : message;
      const envelopeFrom = await parts.returnPath?.({ ...key, senderDomain: mail.signingDomain });
      return envelopeFrom === undefined ? mail : { ...mail, envelopeFrom };
    },
    senderDomain: async (key) => (await loadKnown(key)).signingDomain,
    ahead(keys) {
      // Whoever needs the message meets the failure again and deals with it.
      for (const key of keys) if (!prepared.has(key.messageId)) load(key).catch(() => {});
    },
  };
}

/** The latest values by key; a failure is not kept, because the next attempt may find the database or the key back. */
function createKept<T>(limit: number) {
  const values = new Map<string, Promise<T>>();
  return {
    has: (key: string) => values.has(key),
    get(key: string, make: () => Promise<T>): Promise<T> {
      const known = values.get(key);
      if (known) return known;
      const value = make();
      values.set(key, value);
      value.catch(() => values.delete(key));
      const oldest = values.keys().next().value;
      if (values.size > limit && oldest !== undefined) values.delete(oldest);
      return value;
    },
  };
}
