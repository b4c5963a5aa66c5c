import { storable } from '../../../base/stored-text.ts';
import type { Clock } from '../../../base/clock.ts';
import { isDamaged, isUnavailable, type Database, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import { MAIL_CLASSES, type ChunkQueue, type Claim, type FinishedRow } from '../delivery/index.ts';
import { releaseHeldChunks, LEASE_MS, POLL_EVERY_MS, checkForStops, renew, RENEW_EVERY_MS } from './chunk-leases.ts';
import {
  claimChunk,
  releaseRecipients,
  endChunks,
  finishRecipients,
  lockMailings,
  type ChunkRow,
} from './chunk-queries.ts';
import { holdChunk } from './class-holds.ts';
import { columnsOf, createHeldChunks, keysOf, batchesOf, type HeldChunks } from './held-chunks.ts';
import { readOpen, unwantedOf, type FindUnwanted } from './open-recipients.ts';
import { holdClaims } from './outcomes.ts';
import { holdAtProviders, readHeldProviders } from './provider-holds.ts';
import type { RecipientStore } from './recipient-store.ts';

/**
 * Minimum remaining duration of a lease, in milliseconds, when an attempt starts. With less time, the lease could
 * expire during the attempt, and another worker could claim the message.
 */
const SAFETY_MS = 5_000;
/** Maximum number of chunks that one call leases while it searches for a chunk with recipients to send to. */
const MAX_EMPTY = 16;
/**
 * Number of leases after which a chunk is assumed to contain a message that crashes processes. The recipients of the
 * chunk are then stored as separate rows.
 */
const MAX_LEASES = 8;
/**
 * Number of accounts whose most recently served mailing is remembered. For all other accounts, the search starts with
 * the first mailing.
 */
const MAX_REMEMBERED = 1_000;
const FRONT = -1;

export interface ChunkQueueParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: RecipientStore;
  readonly unwanted?: FindUnwanted | undefined;
}

/** A chunk queue with additional methods for tests and shutdown. */
export interface MailingQueue extends ChunkQueue {
  /** Renews leases, ends finished chunks, and lets the leases of chunks without progress expire. */
  renew(): Promise<void>;
  /** Stops all background work. Leases then expire, as if the process had been killed. */
  abandon(): void;
}

interface Queue extends ChunkQueueParts {
  readonly held: HeldChunks;
  /** The most recently served account of each class. */
  readonly cursors: number[];
  /** The most recently served mailing of each account. */
  readonly lastMailings: Map<number, string>;
  isClosed: boolean;
}

/** Creates the queue in which the delivery engine claims and finishes recipients of mailings, in chunks. */
export function createChunkQueue(parts: ChunkQueueParts): MailingQueue {
  const queue: Queue = {
    ...parts,
    held: createHeldChunks(parts.store),
    cursors: MAIL_CLASSES.map(() => FRONT),
    lastMailings: new Map(),
    isClosed: false,
  };
  const timers = [
    setInterval(() => void renew(queue), RENEW_EVERY_MS),
    setInterval(() => void checkForStops(queue), POLL_EVERY_MS),
  ];
  const abandon = (): void => {
    queue.isClosed = true;
    for (const timer of timers) clearInterval(timer);
  };

  return {
    claim: () => claim(queue),
    // The caller sends the message if this returns true, so the recipient counts as begun.
    isSafe: (claimed) => queue.held.begin(claimed, queue.clock.now() + SAFETY_MS),
    finish: (tx, accountId, rows) => finish(queue, tx, accountId, rows),
    leave: (tx, claims) => close(queue, tx, claims),
    release: (claims, delayMs, isStopped) => release(queue, claims, delayMs, isStopped),
    hold: (claims) => holdClaims(queue.db, claims),
    heldProviders: () => readHeldProviders(queue.db),
    holdAt: (held) =>
      byAccount(
        queue,
        held,
        ({ claim: claimed }) => claimed,
        (tx, accountId, group) => holdAtProviders(tx, accountId, group, (inTx, claims) => close(queue, inTx, claims)),
      ),
    async releaseAll() {
      abandon();
      await releaseHeldChunks(queue, queue.held.all());
    },
    renew: () => renew(queue),
    abandon,
  };
}

async function claim(queue: Queue): Promise<readonly Claim[]> {
  for (let tries = 0; tries < MAX_EMPTY && !queue.isClosed; tries += 1) {
    const startedAtMs = queue.clock.now();
    const { cursors, lastMailings } = queue;
    const [row] = await claimChunk(
      queue.db,
      [...cursors],
      [...lastMailings.keys()],
      [...lastMailings.values()],
      LEASE_MS / 1000,
    );
    if (!row) return [];
    recordTurn(queue, row);
    try {
      if (row.is_held) {
        await holdChunk(queue.db, row);
        continue;
      }
      const claims = await open(queue, row, startedAtMs);
      if (claims.length > 0 && row.epoch <= MAX_LEASES) return claims;
      if (claims.length > 0) {
        const about = { mailingId: row.mailing_id, chunkNo: row.chunk_no, leases: row.epoch };
        queue.log.warn('Chunk was leased too many times; its messages are sent one by one', about);
        await release(queue, claims, 0);
        continue;
      }
      // End the chunk here, because a worker died or stalled after it recorded the last outcome and before it ended the
      // chunk.
      await endChunks(queue.db, [row.account_id], [row.batch_id], [row.chunk_no], [row.epoch]);
    } catch (error) {
      if (isUnavailable(error) && !isDamaged(error)) throw error;
      // The chunk is tried again after its lease expires. Continue with other chunks.
      const { chunk_no: chunkNo, mailing_id: mailingId } = row;
      queue.log.error('Chunk of a mailing could not be read', { accountId: row.account_id, mailingId, chunkNo, error });
    }
  }
  return [];
}

function recordTurn({ cursors, lastMailings }: Queue, row: ChunkRow): void {
  cursors[row.class] = row.account_id;
  lastMailings.delete(row.account_id);
  lastMailings.set(row.account_id, row.mailing_id);
  const oldest = lastMailings.keys().next().value;
  if (lastMailings.size > MAX_REMEMBERED && oldest !== undefined) lastMailings.delete(oldest);
}

async function open(queue: Queue, row: ChunkRow, startedAtMs: number): Promise<Claim[]> {
  const recipients = await readOpen(queue.db, row, row.first_no, row.last_no);
  if (recipients.length === 0) return [];
  const unwanted = await unwantedOf(queue, row, recipients);
  queue.held.add({
    accountId: row.account_id,
    batchId: row.batch_id,
    chunkNo: row.chunk_no,
    epoch: row.epoch,
    untilMs: startedAtMs + LEASE_MS,
    touchedAtMs: startedAtMs,
    isStopped: false,
    isLapsing: false,
    open: new Set(recipients.map((recipient) => recipient.recipient_no)),
    begun: new Set(),
  });
  const chunk = { chunkNo: row.chunk_no };
  return recipients.map((recipient): Claim => {
    const { data, lost, recipient_no: recipientNo, ref } = recipient;
    if (!lost) queue.store.set(row.batch_id, recipientNo, { recipient: recipient.recipient, values: data ?? {}, ref });
    return {
      accountId: row.account_id,
      messageId: row.batch_id,
      recipientNo,
      // Safe cast: addRecipients parsed the address.
      recipient: recipient.recipient as EmailAddress,
      mailClass: MAIL_CLASSES[row.class] ?? 'campaign',
      chunk,
      attempts: 0,
      epoch: row.epoch,
      taken: 1,
      isSuppressed: recipient.is_suppressed,
      isUnwanted: ref !== null && unwanted.has(ref),
      wasSent: false,
      wasDelayed: false,
      lost,
    };
  });
}

async function finish(queue: Queue, tx: Tx, accountId: number, rows: readonly FinishedRow[]): Promise<number[]> {
  const claims = rows.map((row) => row.claim);
  const details = rows.map((row) => row.details);
  await lockMailings(tx, accountId, batchesOf(claims));
  const written = await finishRecipients(
    tx,
    accountId,
    ...keysOf(claims),
    claims.map((claimed) => claimed.recipient),
    rows.map((row) => row.status),
    rows.map((row) => (row.delayMs === undefined ? null : row.delayMs / 1000)),
    rows.map((row) => row.becameDelayed),
    details.map((detail) => new Date(detail.startedAtMs)),
    details.map((detail) => new Date(detail.finishedAtMs)),
    details.map((detail) => detail.route),
    details.map((detail) => detail.host),
    details.map((detail) => detail.address),
    details.map((detail) => detail.tls),
    rows.map((row) => row.enhanced),
    rows.map(({ reason }) => (reason === null ? null : storable(reason))),
    // Omit the SMTP conversation of a final outcome, because no attempt is stored for it.
    rows.map((row) => (row.delayMs === undefined ? '' : storable(row.details.conversation))),
  );
  await close(queue, tx, claims);
  return written.map(({ position }) => position - 1);
}

function release(queue: Queue, claims: readonly Claim[], delayMs: number, isStopped = false): Promise<void> {
  return byAccount(
    queue,
    claims,
    (claimed) => claimed,
    async (tx, accountId, group) => {
      await releaseRecipients(
        tx,
        accountId,
        ...keysOf(group),
        group.map((claimed) => claimed.recipient),
        group.map((claimed) => claimed.isSuppressed),
        delayMs / 1000,
        isStopped,
      );
      await close(queue, tx, group);
    },
  );
}

/**
 * Calls `work` with the items of each account, in one transaction per account, with the account's mailings locked. If a
 * transaction fails, drops its claims, so that the leases of their chunks expire. Tries all accounts, then rejects with
 * the first error.
 */
async function byAccount<T>(
  { db, held }: Queue,
  items: readonly T[],
  claimOf: (item: T) => Claim,
  work: (tx: Tx, accountId: number, group: readonly T[]) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [accountId, group] of Map.groupBy(items, (item) => claimOf(item).accountId)) {
    const claims = group.map(claimOf);
    try {
      await db.transaction(async (tx) => {
        await lockMailings(tx, accountId, batchesOf(claims));
        await work(tx, accountId, group);
      });
    } catch (error) {
      failures.push(error);
      held.drop(claims);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Marks recipients as finished and ends finished chunks. Other processes still see the chunks until the commit. A
 * finished chunk that is not ended here is ended by `renew`.
 */
async function close({ clock, held }: Queue, tx: Tx, claims: readonly Claim[]): Promise<void> {
  const done = held.close(claims, clock.now());
  if (done.length > 0) await endChunks(tx, ...columnsOf(done));
}
