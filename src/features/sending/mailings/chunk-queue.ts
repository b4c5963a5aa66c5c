import { storable } from '../../../base/stored-text.ts';
import type { Clock } from '../../../base/clock.ts';
import { isDamaged, isUnavailable, type Database, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import { MAIL_CLASSES, type ChunkQueue, type Claim, type FinishedRow } from '../delivery/index.ts';
import {
  claimChunk,
  giveBackRecipients,
  endChunks,
  finishRecipients,
  lockMailings,
  setChunksDue,
  type ChunkRow,
} from './chunk-queries.ts';
import { putChunkAside } from './class-holds.ts';
import { columnsOf, createHeldChunks, keysOf, lotsOf, type HeldChunk, type HeldChunks } from './held-chunks.ts';
import { readOpen, unwantedOf, type FindUnwanted } from './open-recipients.ts';
import { holdClaims } from './outcomes.ts';
import { holdAtProviders, readHeldProviders } from './provider-holds.ts';
import { statesOf } from './queries.ts';
import type { RecipientStore } from './recipient-store.ts';

/** A killed worker's chunks are taken over after at most this and the poll: within 30 s. */
const LEASE_MS = 25_000;
const RENEW_EVERY_MS = 8_000;
/** Nothing is sent on a lease that ends this soon: another worker might begin before we are done. */
const SAFETY_MS = 5_000;
/** How soon a pause or a cancellation is seen. */
const LOOK_EVERY_MS = 500;
/** A chunk of which nothing was heard for so long is given up: longer than any mail is on the wire (RFC 5321 4.5.3.2). */
const GIVE_UP_AFTER_MS = 15 * 60_000;
/** Chunks found to be at their end in one call. */
const MAX_EMPTY = 16;
/** A chunk that was leased so often may hold a mail that processes die of: as rows of their own the others part from it. */
const MAX_LEASES = 8;
/** Accounts whose last mailing is remembered; of others, mailings are taken from the front. */
const MAX_REMEMBERED = 1_000;
const FRONT = -1;

export interface ChunkQueueParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: RecipientStore;
  readonly unwanted?: FindUnwanted | undefined;
}

/** A queue of chunks with the means that only tests and shutdown use. */
export interface MailingQueue extends ChunkQueue {
  /** Renews leases, ends chunks and gives up what nobody works on; done every 8 s. */
  renew(): Promise<void>;
  /** Stops what runs in the background; leases run out. For a process that is killed this is what happens. */
  abandon(): void;
}

/** Everything that the steps share. */
interface Queue extends ChunkQueueParts {
  readonly held: HeldChunks;
  /** By class, the account that had the last turn. */
  readonly cursors: number[];
  /** By account, the mailing that had the last turn. */
  readonly lastMailings: Map<number, string>;
  isClosed: boolean;
}

/** The recipients of mailings, in chunks, as delivery claims and finishes them. */
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
    setInterval(() => void lookForStops(queue), LOOK_EVERY_MS),
  ];
  const abandon = (): void => {
    queue.isClosed = true;
    for (const timer of timers) clearInterval(timer);
  };

  return {
    claim: () => claim(queue),
    // Asked right before a mail goes out.
    isSafe: (claimed) => queue.held.begin(claimed, queue.clock.now() + SAFETY_MS),
    finish: (tx, accountId, rows) => finish(queue, tx, accountId, rows),
    leave: (tx, claims) => close(queue, tx, claims),
    giveBack: (claims, delayMs, isStopped) => giveBack(queue, claims, delayMs, isStopped),
    hold: (claims) => holdClaims(queue.db, claims),
    heldProviders: () => readHeldProviders(queue.db),
    holdAt: (held) => holdAtProviders(queue.db, held, (tx, claims) => close(queue, tx, claims)),
    async giveBackAll() {
      abandon();
      await giveBackChunks(queue, queue.held.all());
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
    noteTurn(queue, row);
    try {
      if (row.is_held) {
        await putChunkAside(queue.db, row);
        continue;
      }
      const claims = await open(queue, row, startedAtMs);
      if (claims.length > 0 && row.epoch <= MAX_LEASES) return claims;
      if (claims.length > 0) {
        const about = { mailingId: row.mailing_id, chunkNo: row.chunk_no, leases: row.epoch };
        queue.log.warn('A chunk was leased again and again; its recipients go on one by one', about);
        await giveBack(queue, claims, 0);
        continue;
      }
      // A worker died, or was late, after the last outcome and before the end of the chunk.
      await endChunks(queue.db, [row.account_id], [row.lot_id], [row.chunk_no], [row.epoch]);
    } catch (error) {
      if (isUnavailable(error) && !isDamaged(error)) throw error;
      // Its lease runs out and it is tried again; the other chunks are not to wait for it.
      const { chunk_no: chunkNo, mailing_id: mailingId } = row;
      queue.log.error('A chunk of a mailing cannot be read', { accountId: row.account_id, mailingId, chunkNo, error });
    }
  }
  return [];
}

function noteTurn({ cursors, lastMailings }: Queue, row: ChunkRow): void {
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
    lotId: row.lot_id,
    chunkNo: row.chunk_no,
    epoch: row.epoch,
    untilMs: startedAtMs + LEASE_MS,
    touchedAtMs: startedAtMs,
    isStopped: false,
    open: new Set(recipients.map((recipient) => recipient.recipient_no)),
    begun: new Set(),
  });
  const chunk = { chunkNo: row.chunk_no };
  return recipients.map((recipient): Claim => {
    const { data, lost, recipient_no: recipientNo, ref } = recipient;
    if (!lost) queue.store.set(row.lot_id, recipientNo, { recipient: recipient.recipient, values: data ?? {}, ref });
    return {
      accountId: row.account_id,
      messageId: row.lot_id,
      recipientNo,
      // Written by addRecipients from a parsed address.
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
  await lockMailings(tx, accountId, lotsOf(claims));
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
    // What is final leaves no attempt, so that its conversation need not travel.
    rows.map((row) => (row.delayMs === undefined ? '' : storable(row.details.conversation))),
  );
  await close(queue, tx, claims);
  return written.map(({ position }) => position - 1);
}

/** Rejects with the first failure once all accounts were tried: one of them does not keep the others from it. */
async function giveBack(queue: Queue, claims: readonly Claim[], delayMs: number, isStopped = false): Promise<void> {
  const failures: unknown[] = [];
  for (const [accountId, group] of Map.groupBy(claims, (claimed) => claimed.accountId)) {
    await queue.db
      .transaction(async (tx) => {
        await lockMailings(tx, accountId, lotsOf(group));
        await giveBackRecipients(
          tx,
          accountId,
          ...keysOf(group),
          group.map((claimed) => claimed.recipient),
          group.map((claimed) => claimed.isSuppressed),
          delayMs / 1000,
          isStopped,
        );
        await close(queue, tx, group);
      })
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** What was written stays open to others until the commit; a chunk whose end is missed so is ended by `renew`. */
async function close({ clock, held }: Queue, tx: Tx, claims: readonly Claim[]): Promise<void> {
  const done = held.close(claims, clock.now());
  if (done.length > 0) await endChunks(tx, ...columnsOf(done));
}

async function renew(queue: Queue): Promise<void> {
  const { clock, db, held, log } = queue;
  const startedAtMs = clock.now();
  const chunks = held.all();
  const done = chunks.filter((chunk) => chunk.open.size === 0);
  const silent = chunks.filter((chunk) => chunk.open.size > 0 && startedAtMs - chunk.touchedAtMs > GIVE_UP_AFTER_MS);
  const working = chunks.filter((chunk) => !done.includes(chunk) && !silent.includes(chunk));
  for (const chunk of silent) {
    log.warn('A chunk of a mailing is given up', { lotId: chunk.lotId, recipients: chunk.open.size });
    held.remove(chunk);
  }
  try {
    if (done.length > 0) await endChunks(db, ...columnsOf(done));
    // Of one that is not at its end all the same, the lease runs out.
    for (const chunk of done) held.remove(chunk);
    if (working.length === 0) return;
    const renewed = await setChunksDue(db, ...columnsOf(working), LEASE_MS / 1000);
    const ours = new Set(renewed.map((row) => `${row.lot_id}.${row.chunk_no}`));
    for (const chunk of working) {
      if (ours.has(`${chunk.lotId}.${chunk.chunkNo}`)) chunk.untilMs = startedAtMs + LEASE_MS;
      // A recipient may have been finished meanwhile: then nothing of the chunk is open.
      else if (chunk.open.size > 0) held.remove(chunk);
    }
  } catch (error) {
    log.warn('Leases of chunks not renewed', { held: chunks.length, error: (error as Error).message });
  }
}

/** Notes which mailings are not sent any more; their chunks go back once nothing of them is on the wire. */
async function lookForStops(queue: Queue): Promise<void> {
  const { db, held, log } = queue;
  if (held.size === 0) return;
  try {
    const byLot = new Map(held.all().map((chunk) => [chunk.lotId, chunk.accountId]));
    const states = await statesOf(db, [...byLot.values()], [...byLot.keys()]);
    const sending = new Set(states.filter((row) => row.state === 'sending').map((row) => row.lot_id));
    for (const chunk of held.all()) {
      if (byLot.has(chunk.lotId) && !sending.has(chunk.lotId)) chunk.isStopped = true;
    }
    await giveBackChunks(
      queue,
      held.all().filter((chunk) => chunk.isStopped && chunk.begun.size === 0),
    );
  } catch (error) {
    log.warn('States of mailings not seen', { error: (error as Error).message });
  }
}

async function giveBackChunks({ db, held }: Queue, chunks: readonly HeldChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  for (const chunk of chunks) held.remove(chunk);
  await endChunks(db, ...columnsOf(chunks));
  await setChunksDue(db, ...columnsOf(chunks), 0);
}
