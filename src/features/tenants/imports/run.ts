import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { ImportKind } from './kinds.ts';
import { ABANDONED_SECONDS, KEPT_DAYS } from './limits.ts';
import { abandonedImports, claimImport, dropImport, purgeOldImport } from './queries.ts';
import { takeTurn } from './turn.ts';

/** An import whose process died is taken up by another after so long. */
const LEASE_SECONDS = 25;
const POLL_MS = 1_000;
const CLOSE_WITHIN_MS = 10_000;
const PURGED_AT_ONCE = 500;

interface RunnerParts {
  readonly db: Database;
  readonly log: Log;
  readonly kinds: readonly ImportKind[];
  /** Shorter for tests. */
  readonly leaseSeconds?: number;
}

/** Imports that are worked through until it is closed. */
export interface RunningImports {
  /** Begins no further step and waits for the one under way, ten seconds at most. */
  close(): Promise<void>;
}

/** Works through the imports of all accounts by turns, together with every other process that does. */
export function startImports({ db, kinds, leaseSeconds = LEASE_SECONDS, log }: RunnerParts): RunningImports {
  const stopped = new AbortController();
  const { signal } = stopped;
  const names = kinds.map(({ name }) => name);

  /** False when nothing is due. */
  async function one(): Promise<boolean> {
    const [claimed] = await claimImport(db, names, leaseSeconds);
    const kind = kinds.find(({ name }) => name === claimed?.kind);
    if (!claimed || !kind) return false;
    await takeTurn({ db, log, leaseSeconds }, kind, claimed, signal);
    return true;
  }

  async function poll(): Promise<void> {
    let isAway = false;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await one()));
        isAway = false;
      } catch (error) {
        // Said once: a database that is away for an hour is not worth thousands of lines.
        if (!isAway) log.warn('Imports cannot be looked for; trying again', { error });
        isAway = true;
      }
      // The sleep rejects only when it is aborted.
      await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const polling = poll();
  return {
    async close() {
      stopped.abort();
      await Promise.race([polling, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** Forgets files whose sender went away, and imports that ended long ago. */
export async function purgeImports(db: Database, abandonedSeconds: number = ABANDONED_SECONDS): Promise<void> {
  for (const { account_id: accountId, id } of await abandonedImports(db, abandonedSeconds, PURGED_AT_ONCE)) {
    await dropImport(db, accountId, id);
  }
  for (let purged = 0; purged < PURGED_AT_ONCE; purged += 1) {
    if ((await purgeOldImport(db, KEPT_DAYS)).length === 0) return;
  }
}
