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
/** Sender and subject are looked for in so much of a mail: a header may be as long as the mail. */
const MAX_HEAD_BYTES = 64 * 1024;

/** Who gets a mail from whom, as said in the SMTP dialogue. */
export interface Envelope {
  /** '' for a bounce. */
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  /** Of our own mails the account that sent it; the mails of other programs are the operator's. */
  readonly accountId?: number | undefined;
}

/** Stores mails and removes the oldest. */
export interface Keeper {
  /** Resolves when the mail is committed. */
  keep(envelope: Envelope, raw: Buffer): Promise<InboxSummary>;
  /** Removes what is older than the newest 10,000, now; failures are logged, since the next time does it too. */
  prune(): Promise<void>;
  /** Resolves when no removal is under way. */
  idle(): Promise<void>;
}

/** A keeper that removes the oldest each 1,000 mails, beside the mails that it stores. */
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
      // Not awaited: the mail is stored, whatever becomes of the oldest.
      if (kept % PRUNE_EVERY === 0) void prune();
      return toSummary(row);
    },
    prune,
    idle: () => pruning,
  };
}

/** Sender and subject, without a look at the body; empty when the head cannot be read, since the mail is kept anyhow. */
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
