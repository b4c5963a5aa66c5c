import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { markUsed } from './token-queries.ts';

/** Minimum interval, in milliseconds, between two recorded uses of a key. */
const NOTE_EVERY_MS = 60_000;
/**
 * Maximum number of keys whose last write is remembered. Beyond this number, some uses are written more often than
 * necessary.
 */
const MAX_REMEMBERED = 10_000;
const MAX_KEYS_OF_STATEMENT = 500;

/** Records the last use of keys, without delaying responses. */
export interface LastUse {
  /** Queues the uses of the given keys for writing and returns immediately. */
  note(keyIds: readonly number[]): void;
  /** Resolves when all queued uses are written. */
  idle(): Promise<void>;
}

/**
 * Creates a recorder that writes each key's last use at most once per minute per process. If a write fails, the next
 * use is written instead.
 */
export function createLastUse({ clock, db, log }: { db: Db; clock: Clock; log: Log }): LastUse {
  const notedAt = new Map<number, number>();
  const waiting = new Set<number>();
  let running: Promise<void> | undefined;

  return {
    note(keyIds) {
      const nowMs = clock.now();
      for (const id of keyIds) if (isDue(id, nowMs)) waiting.add(id);
      if (waiting.size > 0) running ??= write();
    },
    idle: () => running ?? Promise.resolve(),
  };

  function isDue(id: number, nowMs: number): boolean {
    const agoMs = nowMs - (notedAt.get(id) ?? -Infinity);
    // A negative difference means that the clock was set back. The use is then recorded.
    if (agoMs >= 0 && agoMs < NOTE_EVERY_MS) return false;
    if (notedAt.size >= MAX_REMEMBERED) notedAt.clear();
    notedAt.set(id, nowMs);
    return true;
  }

  async function write(): Promise<void> {
    // Wait one iteration of the event loop, so that responses are sent first.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const ids = [...waiting].slice(0, MAX_KEYS_OF_STATEMENT);
      for (const id of ids) waiting.delete(id);
      try {
        await markUsed(db, ids);
      } catch (error) {
        for (const id of ids) notedAt.delete(id);
        log.warn('Last-used times of API keys could not be saved', { error });
      }
    }
    running = undefined;
  }
}
