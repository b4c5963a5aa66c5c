import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startJobs, type RunningJobs } from '../../base/jobs.ts';
import { packageVersion } from '../../base/package-version.ts';
import type { Installation } from '../installation.ts';
import { checkBackup } from './check.ts';
import { listBackups, PARTIAL } from './manifest.ts';
import { expired, lastSlot } from './retention.ts';
import { BUSY, takeBackup } from './take.ts';

const POLL_MS = 60_000;
/**
 * Milliseconds after which a process retries its failed backup. The delay is long, because a backup puts load on the
 * machine.
 */
const AGAIN_MS = 3_600_000;

/**
 * Adds the daily backup to the background jobs if POSTRIDER_BACKUP_DIR is set: takes a backup, checks it if configured,
 * and removes expired backups.
 */
export function withBackups(installation: Installation, jobs: RunningJobs): RunningJobs {
  const directory = installation.config.backupDir;
  if (directory === undefined) return jobs;
  const { db, log } = installation;
  const stopped = new AbortController();
  let failure: { readonly error: unknown; readonly at: number } | undefined;
  const run = async (): Promise<void> => {
    // Throw the error again on each poll, so that the job stays marked as failed until the next attempt.
    if (failure && installation.clock.now() - failure.at < AGAIN_MS) throw failure.error;
    failure = undefined;
    try {
      await backUpWhenDue(installation, resolve(directory), stopped.signal);
    } catch (error) {
      if (stopped.signal.aborted) return;
      failure = { error, at: installation.clock.now() };
      throw error;
    }
  };
  const backups = startJobs({ db, log, jobs: [{ name: 'back up', everyMs: POLL_MS, retryMs: POLL_MS, run }] });
  return {
    async close() {
      stopped.abort();
      await backups.close();
      await jobs.close();
    },
  };
}

/**
 * Renames a backup that failed its check, so that it is kept for investigation but is no longer listed as a backup.
 * Deletes the backup that was renamed earlier, if there is one.
 */
function setAside(directory: string, path: string): void {
  const aside = join(directory, 'failed-check');
  rmSync(aside, { recursive: true, force: true });
  renameSync(path, aside);
}

async function backUpWhenDue(installation: Installation, directory: string, signal: AbortSignal): Promise<void> {
  const { clock, config, dataDir, databaseUrl, log } = installation;
  const newest = listBackups(directory).at(-1);
  if (newest && newest.takenAt >= lastSlot(new Date(clock.now()), config.backupAt)) return;
  const began = performance.now();
  const taken = await takeBackup({
    databaseUrl,
    directory,
    version: packageVersion(),
    secret: undefined,
    clock,
    signal,
  });
  if (taken === BUSY) return;
  if (config.backupCheck) {
    try {
      await checkBackup({ path: taken.path, dataDir, pgBin: config.pgBin, now: new Date(clock.now()) });
    } catch (error) {
      setAside(directory, taken.path);
      throw error;
    }
  }
  const { bytes, path, rows } = taken;
  log.info('Backup completed', {
    path,
    rows,
    bytes,
    checked: config.backupCheck,
    ms: Math.round(performance.now() - began),
  });
  const { backupKeepDays: days, backupKeepWeeks: weeks } = config;
  for (const { name } of expired(listBackups(directory), { days, weeks })) {
    // Rename the directory first. If the removal is interrupted, the remaining files are not mistaken for a backup.
    renameSync(join(directory, name), join(directory, name + PARTIAL));
    rmSync(join(directory, name + PARTIAL), { recursive: true, force: true });
    log.info('Expired backup removed', { name });
  }
}
