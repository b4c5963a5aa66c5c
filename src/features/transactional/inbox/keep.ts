import PostalMime from 'postal-mime';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import { insertMail, pruneMails } from './queries.ts';
import { toSummary, type InboxSummary } from './read.ts';
import { addressKey, storable } from './stored-text.ts';

const KEPT_MAILS = 10_000;
const PRUNE_EVERY = 1_000;
const PRUNE_AT_ONCE = 500;
/**
 * Maximum number of bytes that are searched for the sender and the subject. A header can be as long as the whole
 * message.
 */
const MAX_HEAD_BYTES = 64 * 1024;

/** Sender and recipients from the SMTP dialogue. */
export interface Envelope {
  /** Envelope sender. Empty for bounces. */
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  /**
   * The account that sent the message. Undefined if another program sent the message. Such messages belong to the
   * operator.
   */
  readonly accountId?: number | undefined;
}

/** Stores messages in the inbox and deletes the oldest ones. */
export interface Keeper {
  /** Resolves when the message is committed. */
  keep(envelope: Envelope, raw: Buffer): Promise<InboxSummary>;
  /** Deletes all messages except the newest 10,000. Logs failures instead of throwing; the next run tries again. */
  prune(): Promise<void>;
  /** Resolves when no deletion is in progress. */
  idle(): Promise<void>;
}

/**
 * Creates a keeper that deletes the oldest messages in the background, each time another 1,000 messages have been
 * stored.
 */
export function createKeeper({ db, log, clock }: { db: Db; log: Log; clock: Clock }): Keeper {
  const nextUuid = createUuidGenerator();
  let kept = 0;
  let pruning = Promise.resolve();

  async function removeOldest(): Promise<void> {
    try {
      let removed = PRUNE_AT_ONCE;
      while (removed === PRUNE_AT_ONCE) removed = (await pruneMails(db, KEPT_MAILS, PRUNE_AT_ONCE)).length;
    } catch (error) {
      log.warn('Pruning the local inbox failed', { error });
    }
  }

  function prune(): Promise<void> {
    pruning = pruning.then(removeOldest);
    return pruning;
  }

  return {
    async keep({ accountId, mailFrom, recipients }, raw) {
      const { sender, subject } = await parseHead(raw, log);
      const to = recipients.map(addressKey);
      const [row] = await insertMail(
        db,
        nextUuid(clock.now()),
        storable(mailFrom),
        to,
        sender,
        subject,
        raw,
        accountId ?? null,
      );
      if (!row) throw new Error('Inserting an inbox email returned no row');
      kept += 1;
      // Do not wait for the deletion: the message is stored even if the deletion fails.
      if (kept % PRUNE_EVERY === 0) void prune();
      return toSummary(row);
    },
    prune,
    idle: () => pruning,
  };
}

/**
 * Parses the sender and the subject without the body. Returns empty strings if the header cannot be parsed; the message
 * is stored anyway.
 */
async function parseHead(raw: Buffer, log: Log): Promise<{ sender: string; subject: string }> {
  const start = raw.subarray(0, MAX_HEAD_BYTES);
  const end = start.indexOf('\r\n\r\n');
  try {
    const head = await PostalMime.parse(end === -1 ? start : start.subarray(0, end + 4));
    return { sender: storable(head.from?.address ?? ''), subject: storable(head.subject ?? '') };
  } catch (error) {
    log.warn('Parsing the headers of an inbox email failed', { error });
    return { sender: '', subject: '' };
  }
}
