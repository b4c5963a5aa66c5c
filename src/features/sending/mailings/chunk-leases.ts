import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { endChunks, setChunksDue } from './chunk-queries.ts';
import { columnsOf, type HeldChunk, type HeldChunks } from './held-chunks.ts';
import { statesOf } from './queries.ts';

/** Duration of a lease in milliseconds. */
export const LEASE_MS = 25_000;
/** Interval in milliseconds at which leases are renewed. */
export const RENEW_EVERY_MS = 8_000;
/** Interval in milliseconds at which paused and canceled mailings are detected. */
export const POLL_EVERY_MS = 500;
/** A chunk of which no message is being sent is released after this many milliseconds without progress. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

interface Leasing {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly held: HeldChunks;
}

/** Renews leases, ends finished chunks, and lets the leases of chunks without progress expire. Never rejects. */
export async function renew(queue: Leasing): Promise<void> {
  const { clock, db, held, log } = queue;
  const startedAtMs = clock.now();
  const chunks = held.all();
  const [done, open] = [chunks.filter((chunk) => chunk.open.size === 0), chunks.filter((chunk) => chunk.open.size > 0)];
  const working = open.filter((chunk) => chunk.begun.size > 0 || !isLapsed(chunk, startedAtMs));
  for (const chunk of open.filter((one) => !working.includes(one))) {
    log.warn('Chunk of a mailing released because it made no progress', {
      batchId: chunk.batchId,
      recipients: chunk.open.size,
    });
    held.remove(chunk);
  }
  try {
    if (done.length > 0) await endChunks(db, ...columnsOf(done));
    // If a chunk could not be ended, its lease expires.
    for (const chunk of done) held.remove(chunk);
    if (working.length === 0) return;
    const renewed = await setChunksDue(db, ...columnsOf(working), LEASE_MS / 1000);
    const ours = new Set(renewed.map((row) => `${row.batch_id}.${row.chunk_no}`));
    for (const chunk of working) {
      if (ours.has(`${chunk.batchId}.${chunk.chunkNo}`)) chunk.untilMs = startedAtMs + LEASE_MS;
      // If the last recipient was finished in the meantime, the chunk is done.
      else if (chunk.open.size > 0) held.remove(chunk);
    }
    // If a chunk was released while its lease was being renewed, the renewal has overwritten the release. Release the
    // chunk again, so that it does not wait until the lease expires.
    const kept = new Set(held.all());
    const wentBack = working.filter((chunk) => !kept.has(chunk));
    if (wentBack.length > 0) await setChunksDue(db, ...columnsOf(wentBack), 0);
  } catch (error) {
    log.warn('Chunk lease renewal failed', { held: chunks.length, error: (error as Error).message });
  }
}

/**
 * Returns whether to let the lease of a chunk expire. Stopped chunks are released by the next check, unless they make no
 * progress.
 */
function isLapsed({ isLapsing, isStopped, touchedAtMs }: HeldChunk, nowMs: number): boolean {
  return (isLapsing && !isStopped) || nowMs - touchedAtMs > GIVE_UP_AFTER_MS;
}

/**
 * Detects mailings that are no longer being sent, and releases their chunks once none of their messages is being sent.
 * Never rejects.
 */
export async function checkForStops(queue: Leasing): Promise<void> {
  const { db, held, log } = queue;
  if (held.size === 0) return;
  try {
    const byBatch = new Map(held.all().map((chunk) => [chunk.batchId, chunk.accountId]));
    const states = await statesOf(db, [...byBatch.values()], [...byBatch.keys()]);
    const sending = new Set(states.filter((row) => row.state === 'sending').map((row) => row.batch_id));
    for (const chunk of held.all()) {
      if (byBatch.has(chunk.batchId) && !sending.has(chunk.batchId)) chunk.isStopped = true;
    }
    await releaseHeldChunks(
      queue,
      held.all().filter((chunk) => chunk.isStopped && chunk.begun.size === 0),
    );
  } catch (error) {
    log.warn('Mailing states could not be read', { error: (error as Error).message });
  }
}

/** Ends the leases of chunks. The next process that claims them continues with the recipients that have no outcome. */
export async function releaseHeldChunks({ db, held }: Leasing, chunks: readonly HeldChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  for (const chunk of chunks) held.remove(chunk);
  await endChunks(db, ...columnsOf(chunks));
  await setChunksDue(db, ...columnsOf(chunks), 0);
}
