import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../startup-error.ts';
import type { Launcher } from './launcher.ts';
import { postgresProcessesIn, readProcess, signal } from './process-table.ts';

const POLL_MS = 25;
const ADOPTED_POLL_MS = 250;
/** Time limit, in milliseconds, for a fast shutdown, which flushes all data to disk. */
const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 10_000;
const ORPHAN_QUIT_MS = 2_000;
const ORPHAN_KILL_MS = 10_000;
const LOG_TAIL_BYTES = 4_096;
const LOG_ROTATE_BYTES = 10 * 1024 * 1024;

/** Maximum number of restarts if another program kills the server during its start. */
export const MAX_KILLS = 5;

/** Returns whether PostgreSQL's output states that another program terminated one of its processes. */
export function saysKilled(words: string): boolean {
  return /was terminated by signal \d+/.test(words);
}

/** A server process that was started or adopted. */
export interface Postmaster {
  readonly pid: number;
  readonly adopted: boolean;
  readonly exited: boolean;
  /**
   * Resolves with the exit code when the process has ended. The code is null if a signal ended the process, or if the
   * process was adopted.
   */
  readonly exit: Promise<number | null>;
  /** Returns the log output since the start, but at most the last 4 KiB. */
  lastWords(): string;
}

/** Starts a server. Appends its output to `logFile`, which is renamed to `.1` if it is larger than 10 MiB. */
export function startPostmaster(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  logFile: string,
): Postmaster {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_ROTATE_BYTES) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const from = fstatSync(log).size;
  let exited = false;
  let failure = '';
  try {
    const child = launcher.start(program, args, log);
    const exit = new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        failure = error.message;
        exited = true;
        resolve(null);
      });
      child.once('exit', (code) => {
        exited = true;
        resolve(code);
      });
    });
    return {
      pid: child.pid ?? 0,
      adopted: false,
      exit,
      get exited() {
        return exited;
      },
      lastWords: () => failure || readTail(logFile, from),
    };
  } finally {
    closeSync(log);
  }
}

/** Monitors a server that another process started. */
export function adoptPostmaster(pid: number): Postmaster {
  const identity = readProcess(pid)?.identity;
  const gone = (): boolean => identity === undefined || readProcess(pid)?.identity !== identity;
  const exit = new Promise<null>((resolve) => {
    // The process is not a child of this one, so its end is detected by polling. The timer does not keep this process
    // running.
    const timer = setInterval(() => {
      if (!gone()) return;
      clearInterval(timer);
      resolve(null);
    }, ADOPTED_POLL_MS).unref();
  });
  return {
    pid,
    adopted: true,
    exit,
    get exited() {
      return gone();
    },
    lastWords: () => '',
  };
}

/**
 * Stops a server. Disconnects clients and flushes all data. If this takes too long, stops the server immediately.
 * Throws StartupError if the process does not end, even after SIGKILL.
 */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  const steps = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', IMMEDIATE_STOP_MS],
  ] as const;
  for (const [name, deadlineMs] of steps) {
    if (postmaster.exited) return;
    signal(postmaster.pid, name);
    if (await until(() => postmaster.exited, deadlineMs)) return;
  }
  throw new StartupError(
    `The database (process ${postmaster.pid}) does not stop, even after SIGKILL`,
    'Check for an unresponsive disk, then restart the machine.',
  );
}

/**
 * Ends the remaining processes of a dead server in `clusterDir` (a real path), because a new server does not start
 * while they are running.
 */
export async function endOrphans(clusterDir: string): Promise<void> {
  const orphans = (): number[] => postgresProcessesIn(clusterDir);
  for (const pid of orphans()) signal(pid, 'SIGQUIT');
  if (await until(() => orphans().length === 0, ORPHAN_QUIT_MS)) return;
  for (const pid of orphans()) signal(pid, 'SIGKILL');
  await until(() => orphans().length === 0, ORPHAN_KILL_MS);
}

async function until(condition: () => boolean, deadlineMs: number): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  while (!condition()) {
    if (performance.now() > end) return false;
    await pause(POLL_MS);
  }
  return true;
}

function readTail(path: string, from: number): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const start = Math.max(from, size - LOG_TAIL_BYTES, 0);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, start)).trim();
  } finally {
    closeSync(file);
  }
}
