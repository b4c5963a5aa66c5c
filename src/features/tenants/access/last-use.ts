import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { markUsed } from './token-queries.ts';

/** A key's last use is written at most once in so long. */
const NOTE_EVERY_MS = 60_000;
/** Keys that were noted lately; more than that are noted again, which only costs. */
const MAX_REMEMBERED = 10_000;
const MAX_KEYS_OF_STATEMENT = 500;

/** Writes when keys were used, behind the answers. */
export interface LastUse {
  /** Takes note; nobody waits for it. */
  note(keyIds: readonly number[]): void;
  /** Resolves when what was noted is written. */
  idle(): Promise<void>;
}

/** Notes uses in the database, at most once a minute a key and process. What cannot be written is left for the next use. */
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
    // A clock that was set back says nothing.
    if (agoMs >= 0 && agoMs < NOTE_EVERY_MS) return false;
    if (notedAt.size >= MAX_REMEMBERED) notedAt.clear();
    notedAt.set(id, nowMs);
    return true;
  }

  async function write(): Promise<void> {
    // The answers of this turn go first.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const ids = [...waiting].slice(0, MAX_KEYS_OF_STATEMENT);
      for (const id of ids) waiting.delete(id);
      try {
        await markUsed(db, ids);
      } catch (error) {
        for (const id of ids) notedAt.delete(id);
        log.warn('Last use of API keys could not be saved', { error });
      }
    }
    running = undefined;
  }
}
