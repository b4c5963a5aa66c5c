import { createBatcher, type Batcher, type Settled } from '../../../../base/batcher.ts';
import { settleEach } from '../../../../base/settle-each.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { compose, type ComposedMail } from '../../../../mail/compose.ts';
import { createSigner, type DkimKey } from '../../../../mail/dkim.ts';
import { tooLarge } from '../../../../mail/size.ts';
import { createSignQueue } from './sign-queue.ts';
import { MAIL_CLASSES, type Claim, type OutgoingMail, type QueuedMailKey } from '../types.ts';
import { faultOf, MailTooLarge, MessageGone } from './unprepared.ts';

/**
 * Maximum number of prepared messages in memory. Recipients of the same message follow each other in the queue and
 * share the message's bytes.
 */
const KEPT_PREPARED = 32;
/** Maximum number of messages prepared early for a single recipient and kept until they are sent. */
const KEPT_INDIVIDUAL = 32;
/** Maximum number of loaded messages in memory. Each takes at most 600 KB, so all together take at most 38 MB. */
const KEPT_LOADED = 64;
const MAX_LOAD = 50;

/** A message in the form in which it is sent to a server. */
export interface PreparedMail {
  readonly data: Buffer;
  readonly smtpUtf8: boolean;
  readonly envelopeFrom: EmailAddress;
  readonly signingDomain: string;
}

type RecipientKey = Pick<Claim, 'accountId' | 'messageId' | 'mailClass' | 'recipientNo'> &
  Partial<Pick<Claim, 'epoch' | 'chunk'>>;

/**
 * Returns the key for a recipient's prepared message under the current lease. Under another lease, the message is
 * prepared again, because the recipient may no longer want the message.
 */
function turnOf({ chunk, epoch, messageId, recipientNo }: RecipientKey): string {
  return `${messageId} ${recipientNo} ${chunk?.chunkNo} ${epoch}`;
}

/**
 * The prepared form of a message: the bytes that all recipients share, or a function that prepares the message for one
 * recipient.
 */
interface PreparedMessage {
  readonly isForOne: boolean;
  readonly mail: PreparedMail | ((recipientNo: number) => Promise<PreparedMail>);
}

export interface Preparer {
  /**
   * Returns the signed message for a recipient: loads, composes and signs the message, or uses the result of `begin`.
   * Afterwards, nothing that only this recipient needs is kept. Rejects with MessageGone, MailHeld, UnpreparableMail or
   * the original error.
   */
  mail(key: RecipientKey): Promise<PreparedMail>;
  /**
   * Starts to prepare the next message. If the preparation fails, `mail` rejects with the same error and its caller
   * handles the error.
   */
  begin(key: RecipientKey): void;
  /** Returns the domain from which a message is sent. Rejects like `mail`. */
  readonly senderDomain: (key: QueuedMailKey) => Promise<string>;
  /** Starts to load, in one statement, messages that will be sent soon. */
  ahead(keys: readonly QueuedMailKey[]): void;
}

export interface PrepareParts {
  /**
   * Returns, by message ID, the message or the reason why it cannot be read. The map has no entry for a message that no
   * longer exists.
   */
  readonly loadMails: (keys: readonly QueuedMailKey[]) => Promise<ReadonlyMap<string, OutgoingMail | Error>>;
  readonly signingKeys: (accountId: number, domain: string) => Promise<readonly DkimKey[]>;
  /** Returns the address for bounces of a recipient's message, or undefined to use the message's own address. */
  readonly returnPath?: (
    recipient: RecipientKey & { readonly senderDomain: string },
  ) => Promise<EmailAddress | undefined>;
}

/**
 * Creates a preparer that keeps a few messages in memory: the messages on the wire and the next messages to be sent.
 */
export function createPreparer(parts: PrepareParts): Preparer {
  const sign = createSignQueue(createSigner());
  const loaded = createKept<OutgoingMail | undefined>(KEPT_LOADED);
  const prepared = createKept<PreparedMessage>(KEPT_PREPARED);
  const individual = createKept<PreparedMail>(KEPT_INDIVIDUAL);
  const loaders = new Map(MAIL_CLASSES.map((mailClass) => [mailClass, createLoader(parts)]));
  const load = (key: QueuedMailKey): Promise<OutgoingMail | undefined> =>
    loaded.get(key.messageId, async () => loaders.get(key.mailClass)?.add(key));

  async function loadKnown(key: QueuedMailKey): Promise<OutgoingMail> {
    const outgoing = await load(key);
    if (!outgoing)
      throw new MessageGone('The content of the message is no longer stored because its retention period has ended');
    return outgoing;
  }

  async function prepare(key: QueuedMailKey): Promise<PreparedMessage> {
    const { composedFor, envelopeFrom, forRecipient, isForOne = false, mail, signingDomain } = await loadKnown(key);
    const finish = async (composed: ComposedMail): Promise<PreparedMail> => {
      const data = await orUnpreparable(`the signing key (DKIM) of ${signingDomain}`, async () => {
        const keys = await parts.signingKeys(key.accountId, signingDomain);
        return sign({ mail: composed, keys, signedAt: mail.date });
      });
      const sentence = tooLarge(data.length);
      if (sentence !== undefined) throw new MailTooLarge(`The email ${sentence}`);
      return { data, smtpUtf8: composed.smtpUtf8, envelopeFrom, signingDomain };
    };
    if (composedFor) return { isForOne, mail: async (recipientNo) => finish(await composedFor(recipientNo)) };
    if (forRecipient) return { isForOne, mail: async (recipientNo) => finish(compose(forRecipient(recipientNo))) };
    return { isForOne, mail: await finish(compose(mail)) };
  }

  async function made(key: RecipientKey): Promise<readonly [PreparedMessage, PreparedMail]> {
    const message = await prepared.get(key.messageId, () => prepare(key));
    const { mail } = message;
    return [
      message,
      typeof mail === 'function' ? await individual.get(turnOf(key), () => mail(key.recipientNo)) : mail,
    ];
  }

  return {
    async mail(key) {
      const [{ isForOne }, mail] = await made(key);
      // An object that stays referenced for a hundred more messages is promoted by the garbage collector to the old
      // generation instead of being freed early.
      individual.forget(turnOf(key));
      if (isForOne) for (const kept of [loaded, prepared]) kept.forget(key.messageId);
      const envelopeFrom = await orUnpreparable(`the return path of ${mail.signingDomain}`, async () =>
        parts.returnPath?.({ ...key, senderDomain: mail.signingDomain }),
      );
      return envelopeFrom === undefined ? mail : { ...mail, envelopeFrom };
    },
    begin(key) {
      made(key).catch(() => {});
    },
    senderDomain: async (key) => (await loadKnown(key)).signingDomain,
    ahead(keys) {
      // The caller of `mail` gets the same error and handles that error.
      for (const key of keys) if (!prepared.has(key.messageId)) load(key).catch(() => {});
    },
  };
}

/**
 * Loads messages that are requested at the same time in one call. Each mail class has its own loader, so that urgent
 * messages do not wait for the templates of mailings. One message's failure does not affect the others.
 */
function createLoader({ loadMails }: PrepareParts): Batcher<QueuedMailKey, OutgoingMail | undefined> {
  return createBatcher<QueuedMailKey, OutgoingMail | undefined>({
    flush: async (keys) => {
      const settled = await settleEach(keys, async (group) => {
        const mails = await loadMails(group);
        return group.map((key) => mails.get(key.messageId));
      });
      return settled.map((result) => settledMail(result));
    },
    bytesOf: () => 1,
    maxBatch: MAX_LOAD,
    maxBatchBytes: MAX_LOAD,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
  });
}

function settledMail(result: Settled<OutgoingMail | Error | undefined>): Settled<OutgoingMail | undefined> {
  if (!result.ok) return { ok: false, error: faultOf('the stored content of this message', result.error) };
  const { value } = result;
  return value instanceof Error ? { ok: false, error: value } : { ok: true, value };
}

async function orUnpreparable<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(what, error);
  }
}

/**
 * Caches the latest values by key. Failures are not cached, because the database or the key may be available at the
 * next attempt.
 */
function createKept<T>(limit: number) {
  const values = new Map<string, Promise<T>>();
  return {
    has: (key: string) => values.has(key),
    forget: (key: string) => values.delete(key),
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
