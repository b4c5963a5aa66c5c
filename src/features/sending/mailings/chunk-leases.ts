import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { endChunks, setChunksDue } from './chunk-queries.ts';
import { columnsOf, type HeldChunk, type HeldChunks } from './held-chunks.ts';
import { statesOf } from './queries.ts';

/** A killed worker's chunks are taken over after at most this and the poll: within 30 s. */
export const LEASE_MS = 25_000;
/** How often leases are renewed. */
export const RENEW_EVERY_MS = 8_000;
/** How soon a pause or a cancellation is seen. */
export const LOOK_EVERY_MS = 500;
/** A chunk of which nothing was heard for so long is given up: longer than any mail is on the wire (RFC 5321 4.5.3.2). */
const GIVE_UP_AFTER_MS = 15 * 60_000;

/** What the leases of chunks are kept with. */
interface Leasing {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly held: HeldChunks;
}

/** Renews leases, ends chunks, and lets go of what nobody works on: the leases of those run out. Never rejects. */
export async function renew(queue: Leasing): Promise<void> {
  const { clock, db, held, log } = queue;
  const startedAtMs = clock.now();
  const chunks = held.all();
  const [done, open] = [chunks.filter((chunk) => chunk.open.size === 0), chunks.filter((chunk) => chunk.open.size > 0)];
  const working = open.filter((chunk) => !isLapsed(chunk) && startedAtMs - chunk.touchedAtMs <= GIVE_UP_AFTER_MS);
  for (const chunk of open.filter((one) => !working.includes(one))) {
    log.warn('Chunk of a mailing released without progress', { lotId: chunk.lotId, recipients: chunk.open.size });
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
    // One that went back while its lease was being renewed would be nobody's until that runs out.
    const kept = new Set(held.all());
    const wentBack = working.filter((chunk) => !kept.has(chunk));
    if (wentBack.length > 0) await setChunksDue(db, ...columnsOf(wentBack), 0);
  } catch (error) {
    log.warn('Chunk lease renewal failed', { held: chunks.length, error: (error as Error).message });
  }
}

/** One that is stopped is given back at once by the next look. */
function isLapsed({ begun, isLapsing, isStopped }: HeldChunk): boolean {
  return isLapsing && !isStopped && begun.size === 0;
}

/** Notes which mailings are not sent any more; their chunks go back once nothing of them is on the wire. Never rejects. */
export async function lookForStops(queue: Leasing): Promise<void> {
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
    log.warn('Mailing states could not be read', { error: (error as Error).message });
  }
}

/** Ends the leases of chunks: whoever claims them goes on where outcomes end. */
export async function giveBackChunks({ db, held }: Leasing, chunks: readonly HeldChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  for (const chunk of chunks) held.remove(chunk);
  await endChunks(db, ...columnsOf(chunks));
  await setChunksDue(db, ...columnsOf(chunks), 0);
}
