import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../base/db.ts';
import { startJobs } from '../../base/jobs.ts';
import { ensurePartitions } from '../../base/partitions.ts';
import type { Installation } from '../installation.ts';
import { command } from '../welcome.ts';
import { patiently } from '../patience.ts';
import { heldSince } from './live.ts';

const POLL_MS = 1_000;
const HOUR_MS = 3_600_000;

type Part = { close(): Promise<void> };

/**
 * Calls `starts` in order: immediately or, if the installation was restored from a backup, when the operator ends the
 * hold. During the hold, the job that creates partitions runs, because accepting messages requires partitions.
 */
export async function startWhenLive(
  { db, log }: Pick<Installation, 'db' | 'log'>,
  starts: readonly (() => Part)[],
): Promise<Part> {
  const startAll = (): Part => together(starts.map((start) => start()));
  const since = await patiently(log, () => heldSince(db));
  if (since === undefined) return startAll();
  log.warn('Installation restored from a backup: all emails, campaigns, automations, and webhooks are on hold', {
    since,
    remedy: `After the original installation is stopped, run: ${command()} restore --go-live`,
  });
  const stopped = new AbortController();
  const days = startJobs({
    db,
    log,
    jobs: [{ name: 'create partitions', everyMs: HOUR_MS, run: async () => ensurePartitions(db) }],
  });
  const started = whenLive(db, stopped.signal).then(async (isLive) => {
    if (!isLive) return undefined;
    await days.close();
    log.info('Installation is live: sending everything that was on hold');
    return stopped.signal.aborted ? undefined : startAll();
  });
  return {
    async close() {
      stopped.abort();
      await days.close();
      await (await started)?.close();
    },
  };
}

function together(parts: readonly Part[]): Part {
  return {
    async close() {
      for (const part of parts) await part.close();
    },
  };
}

async function whenLive(db: Db, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
    // If the database is unavailable, query again later. Nothing is sent until a query succeeds.
    const since = await heldSince(db).catch(() => 'unknown');
    if (since === undefined) return !signal.aborted;
  }
  return false;
}
