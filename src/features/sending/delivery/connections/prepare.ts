import { createBatcher, type Batcher, type Settled } from '../../../../base/batcher.ts';
import { settleEach } from '../../../../base/settle-each.ts';
import type { EmailAddress } from '../../../../mail/address.ts';
import { compose, type ComposedMail } from '../../../../mail/compose.ts';
import { createSigner, type DkimKey } from '../../../../mail/dkim.ts';
import { tooLarge } from '../../../../mail/size.ts';
import { createSignQueue } from './sign-queue.ts';
import { MAIL_CLASSES, type Claim, type OutgoingMail, type QueuedMailKey } from '../types.ts';
import { faultOf, MailTooLarge, MessageGone } from './unprepared.ts';

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

/** The recipient whose mail is wanted. */
type RecipientKey = Pick<Claim, 'accountId' | 'messageId' | 'mailClass' | 'recipientNo'> &
  Partial<Pick<Claim, 'epoch' | 'chunk'>>;

/**
 * A recipient's turn: made ready ahead and then wanted under the same lease. Under another it is made anew, since whoever it is
 * for may not want it any more.
 */
function turnOf({ chunk, epoch, messageId, recipientNo }: RecipientKey): string {
  return `${messageId} ${recipientNo} ${chunk?.chunkNo} ${epoch}`;
}

/** What is ready of a message: the mail of all its recipients, or how to prepare that of one. */
interface PreparedMessage {
  readonly isForOne: boolean;
  readonly mail: PreparedMail | ((recipientNo: number) => Promise<PreparedMail>);
}

/** Makes mails ready for the wire. */
export interface Preparer {
  /**
   * Loads, composes and signs what a recipient gets, or hands out what `begin` made of it; nothing is kept then that nobody else
   * gets. Rejects with MessageGone, MailHeld, UnpreparableMail, or what else kept it from that.
   */
  mail(key: RecipientKey): Promise<PreparedMail>;
  /** Begins with the mail whose turn is next. Whoever takes it meets a failure again and deals with it. */
  begin(key: RecipientKey): void;
  /** The domain that a message is sent from. Rejects as `mail` does. */
  readonly senderDomain: (key: QueuedMailKey) => Promise<string>;
  /** Begins to load messages whose turn comes soon, all in one statement. */
  ahead(keys: readonly QueuedMailKey[]): void;
}

/** What a preparer asks. */
export interface PrepareParts {
  /** By the id of the message: the mail, or what keeps this one from being read; those that are gone are left out. */
  readonly loadMails: (keys: readonly QueuedMailKey[]) => Promise<ReadonlyMap<string, OutgoingMail | Error>>;
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
      // What outlives its use by a hundred mails is copied by the collector instead of dying where it was made.
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
      // Whoever needs the message meets the failure again and deals with it.
      for (const key of keys) if (!prepared.has(key.messageId)) load(key).catch(() => {});
    },
  };
}

/**
 * Loads what is asked for together in one call, one loader a class, so that mail that somebody waits for does not wait for
 * the templates of mailings. Each message settles by itself.
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

/** The latest values by key; a failure is not kept, because the next attempt may find the database or the key back. */
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
