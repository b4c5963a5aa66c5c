import { createBatcher, type Batcher, type Settled } from '../../../../base/batcher.ts';
import { settleEach } from '../../../../base/settle-each.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { compose, type ComposedMail } from '../../../../mail/compose.ts';
import { createSigner, type DkimKey } from '../../../../mail/dkim.ts';
import { tooLarge } from '../../../../mail/size.ts';
import type { TlsRequirement } from '../../../../mail/tls-requirement.ts';
import { createSignQueue } from './sign-queue.ts';
import { MAIL_CLASSES, type Claim, type OutgoingMail, type QueuedMailKey } from '../types.ts';
import { faultOf, MailTooLarge, MessageDeleted } from './unprepared.ts';

/** Maximum number of prepared messages in memory. */
const KEPT_PREPARED = 32;
/** Maximum number of recipient-specific messages in memory that are prepared in advance. */
const KEPT_INDIVIDUAL = 32;
/** Maximum number of loaded messages in memory. */
const KEPT_LOADED = 64;
const MAX_LOAD = 50;

/** A message in the form in which it is sent to a server. */
export interface PreparedMail {
  readonly data: Buffer;
  readonly smtpUtf8: boolean;
  readonly envelopeFrom: EmailAddress;
  readonly signingDomain: string;
  readonly tls?: TlsRequirement | undefined;
}

type RecipientKey = Pick<Claim, 'accountId' | 'messageId' | 'mailClass' | 'recipientNo'> &
  Partial<Pick<Claim, 'epoch' | 'chunk'>>;

/**
 * Returns the cache key of a recipient's prepared message. The key contains the lease's epoch, because a recipient may
 * have unsubscribed between two leases.
 */
function turnOf({ chunk, epoch, messageId, recipientNo }: RecipientKey): string {
  return `${messageId} ${recipientNo} ${chunk?.chunkNo} ${epoch}`;
}

/**
 * A prepared message: either the bytes that all recipients share, or a function that prepares the message for one
 * recipient.
 */
interface PreparedMessage {
  readonly isForOne: boolean;
  readonly mail: PreparedMail | ((recipientNo: number) => Promise<PreparedMail>);
}

export interface Preparer {
  /**
   * Returns the signed message for a recipient, and prepares it unless `begin` has done so. Rejects with one of the
   * errors in unprepared.ts or, for example if the database is unavailable, with the original error.
   */
  mail(key: RecipientKey): Promise<PreparedMail>;
  /** Starts to prepare the next message. Ignores errors. */
  begin(key: RecipientKey): void;
  /** Returns the sender domain of a message. Rejects if the message cannot be loaded. */
  readonly senderDomain: (key: QueuedMailKey) => Promise<string>;
  /** Starts to load messages that will be sent soon. */
  ahead(keys: readonly QueuedMailKey[]): void;
}

export interface PrepareParts {
  /** Returns messages by ID, or the reason why a message cannot be read. Omits messages that no longer exist. */
  readonly loadMails: (keys: readonly QueuedMailKey[]) => Promise<ReadonlyMap<string, OutgoingMail | Error>>;
  readonly signingKeys: (accountId: number, domain: string) => Promise<readonly DkimKey[]>;
  /**
   * Returns the envelope sender (bounce address) for a recipient's message, or undefined to use the default of the
   * message.
   */
  readonly returnPath?: (
    recipient: RecipientKey & { readonly senderDomain: string },
  ) => Promise<EmailAddress | undefined>;
}

/** Creates a preparer with its own caches. */
export function createPreparer(parts: PrepareParts): Preparer {
  const sign = createSignQueue(createSigner());
  const loaded = createCache<OutgoingMail | undefined>(KEPT_LOADED);
  const prepared = createCache<PreparedMessage>(KEPT_PREPARED);
  const individual = createCache<PreparedMail>(KEPT_INDIVIDUAL);
  const loaders = new Map(MAIL_CLASSES.map((mailClass) => [mailClass, createLoader(parts)]));
  const load = (key: QueuedMailKey): Promise<OutgoingMail | undefined> =>
    loaded.get(key.messageId, async () => loaders.get(key.mailClass)?.add(key));

  async function loadKnown(key: QueuedMailKey): Promise<OutgoingMail> {
    const outgoing = await load(key);
    if (!outgoing)
      throw new MessageDeleted('The content of the message is no longer stored because its retention period has ended');
    return outgoing;
  }

  async function prepare(key: QueuedMailKey): Promise<PreparedMessage> {
    const { composedFor, forRecipient, isForOne = false, mail, ...facts } = await loadKnown(key);
    const { envelopeFrom, signingDomain, tls } = facts;
    const finish = async (composed: ComposedMail): Promise<PreparedMail> => {
      const data = await orUnpreparable(`the signing key (DKIM) of ${signingDomain}`, async () => {
        const keys = await parts.signingKeys(key.accountId, signingDomain);
        return sign({ mail: composed, keys, signedAt: mail.date });
      });
      const sentence = tooLarge(data.length);
      if (sentence !== undefined) throw new MailTooLarge(`The email ${sentence}`);
      return { data, smtpUtf8: composed.smtpUtf8, envelopeFrom, signingDomain, tls };
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
      // Drop the reference now, so that the garbage collector does not promote the object to the old generation.
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
      // Ignore errors here, because `mail` loads the message again.
      for (const key of keys) if (!prepared.has(key.messageId)) load(key).catch(() => {});
    },
  };
}

/**
 * Creates a loader that loads concurrently requested messages in one call. One message's failure does not affect the
 * others.
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
 * Creates a cache of the `limit` values that were added last, by key. Does not cache failures, because the next attempt
 * may succeed.
 */
function createCache<T>(limit: number) {
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
