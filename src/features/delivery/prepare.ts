import { createBatcher } from '../../base/batcher.ts';
import type { EmailAddress } from '../../mail/address.ts';
import { compose } from '../../mail/compose.ts';
import { sign, type DkimKey } from '../../mail/dkim.ts';
import type { MailKey, OutgoingMail } from './types.ts';

/** Recipients of one message follow each other in the queue; its bytes are kept for the next of them. */
const KEPT_PREPARED = 32;
/** At most 600 KB each: 38 MB when every message is of full size. */
const KEPT_LOADED = 64;
const MAX_LOAD = 50;

/** A message as it goes over the wire. */
export interface PreparedMail {
  readonly data: Buffer;
  readonly smtpUtf8: boolean;
  readonly envelopeFrom: EmailAddress;
}

/** Thrown when there is nothing to send any more (the message's day was dropped). */
export class MessageGone extends Error {}

/** Makes mails ready for the wire. */
export interface Preparer {
  /** Loads, composes and signs. Rejects with MessageGone, or with what kept it from that. */
  mail(key: MailKey): Promise<PreparedMail>;
  /** Begins to load messages whose turn comes soon, all in one statement. */
  ahead(keys: readonly MailKey[]): void;
}

/** Keeps a few messages in memory: those that are on the wire, and those that come next. */
export function createPreparer(parts: {
  readonly loadMails: (keys: readonly MailKey[]) => Promise<ReadonlyMap<string, OutgoingMail>>;
  readonly signingKeys: (accountId: number, domain: string) => Promise<readonly DkimKey[]>;
}): Preparer {
  const loaded = createKept<OutgoingMail | undefined>(KEPT_LOADED);
  const prepared = createKept<PreparedMail>(KEPT_PREPARED);
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
  const load = (key: MailKey): Promise<OutgoingMail | undefined> => loaded.get(key.messageId, () => loader.add(key));

  async function prepare(key: MailKey): Promise<PreparedMail> {
    const outgoing = await load(key);
    if (!outgoing) throw new MessageGone(`Message ${key.messageId} is gone`);
    const keys = await parts.signingKeys(key.accountId, outgoing.signingDomain);
    const composed = compose(outgoing.mail);
    return {
      data: sign(composed, keys, outgoing.mail.date),
      smtpUtf8: composed.smtpUtf8,
      envelopeFrom: outgoing.envelopeFrom,
    };
  }

  return {
    mail: (key) => prepared.get(key.messageId, () => prepare(key)),
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
