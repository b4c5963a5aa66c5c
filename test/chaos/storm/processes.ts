import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresProcessesIn, readProcess, signal } from '../../../src/base/postgres/process-table.ts';

const EXIT_POLL_MS = 5;
const EXIT_TIMEOUT_MS = 10_000;
/** Title of a PostgreSQL backend process: user, database, and client address. */
const BACKEND_TITLE = /^postgres: \S+ \S+ (?:\[local\]|\d+\.)/;

/** Returns the delivery processes for a data directory, including those whose main process has ended. */
export function deliveryProcesses(dataDir: string): number[] {
  return programProcesses(dataDir).filter((pid) => readProcess(pid)?.command.includes('deliver'));
}

/** Returns all other processes whose environment contains this data directory. */
export function programProcesses(dataDir: string): number[] {
  const mark = `POSTRIDER_DATA=${dataDir}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && environmentOf(pid).includes(mark));
}

/**
 * Returns the backend processes, one per client connection, of the database whose cluster is in the given directory.
 * The path must not contain symbolic links.
 */
export function backendProcesses(cluster: string): number[] {
  return postgresProcessesIn(cluster).filter((pid) => BACKEND_TITLE.test(readProcess(pid)?.command.join(' ') ?? ''));
}

/**
 * Kills processes with SIGKILL and resolves once they have ended, at the latest after ten seconds. Must only be called
 * with processes that a storm started.
 */
export async function kill9(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  const deadlineMs = performance.now() + EXIT_TIMEOUT_MS;
  while (pids.some((pid) => readProcess(pid)) && performance.now() < deadlineMs) await pause(EXIT_POLL_MS);
}

/** Kills all processes for a data directory until no new ones appear, in at most 20 rounds. */
export async function endAll(dataDir: string, cluster: string): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const left = [...programProcesses(dataDir), ...postgresProcessesIn(cluster)];
    if (left.length === 0) return;
    await kill9(left);
  }
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // The process has ended or belongs to another user.
    return [];
  }
}
