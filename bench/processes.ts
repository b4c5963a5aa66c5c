import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Environment variable that marks the processes of a measured system, so that detached processes are found too. */
export const SYSTEM_VARIABLE = 'POSTRIDER_BENCH_SYSTEM';

const TICK_MICROS = 10_000;
const KILL_AFTER_MS = 10_000;
const ANSWER_WITHIN_MS = 600_000;

interface ProcessUsage {
  readonly pid: number;
  readonly parent: number;
  /** CPU time of the process and of its terminated children. */
  readonly cpuMicros: number;
}

/**
 * Returns the CPU time that processes and their terminated children have used so far, in µs. Always 0 on systems other
 * than Linux.
 */
export function cpuMicrosOf(pids: readonly number[]): number {
  return sumOf(pids.flatMap(readUsage).map(({ cpuMicros }) => cpuMicros));
}

/**
 * Returns the CPU time, in µs, of the process `root`, its descendants, and all processes that have the mark in their
 * environment.
 */
export function systemCpuMicros(root: number, mark: string): number {
  return sumOf(systemProcesses(root, mark).map(({ cpuMicros }) => cpuMicros));
}

/**
 * Returns the memory, in bytes, of the processes that `systemCpuMicros` measures. Shared memory counts once (PSS of
 * proc(5)).
 */
export function systemMemoryBytes(root: number, mark: string): number {
  return sumOf(systemProcesses(root, mark).map(({ pid }) => kilobytesIn(`/proc/${pid}/smaps_rollup`, 'Pss'))) * 1024;
}

/** Returns the resident memory of a process in MB, or 0 if the process has terminated. */
export function residentMegabytes(pid: number): number {
  return kilobytesIn(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** Returns the resident memory of the largest process in MB. */
export function largestMegabytes(pids: readonly number[]): number {
  return Math.max(0, ...pids.map(residentMegabytes));
}

/** Terminates a process with SIGTERM, or with SIGKILL if it is still running after ten seconds. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  clearTimeout(timer);
}

/**
 * Waits until each of the given processes has sent the given message. Throws if a process sends another message, or
 * none within 10 minutes.
 */
export async function untilAll(children: readonly ChildProcess[], expected: string): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      const [answer] = (await once(child, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })) as unknown[];
      if (answer !== expected) throw new Error(`A process answered ${String(answer)} instead of ${expected}`);
    }),
  );
}

function systemProcesses(root: number, mark: string): ProcessUsage[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = new Map(pids.flatMap((pid) => readUsage(Number(pid))).map((found) => [found.pid, found]));
  const isOurs = (pid: number): boolean => {
    for (let at = processes.get(pid); at; at = processes.get(at.parent)) if (at.pid === root) return true;
    return read(`/proc/${pid}/environ`).includes(`${SYSTEM_VARIABLE}=${mark}\0`);
  };
  return [...processes.values()].filter(({ pid }) => isOurs(pid));
}

/**
 * Reads the usage of a process from /proc. The name in parentheses may contain spaces. The parent is field 4, and the
 * times are fields 14 to 17 (proc(5)).
 */
function readUsage(pid: number): ProcessUsage[] {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return [];
  return [{ pid, parent: Number(fields[1]), cpuMicros: sumOf(fields.slice(11, 15).map(Number)) * TICK_MICROS }];
}

function kilobytesIn(path: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(path))?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Ignore the process, because it has terminated or belongs to another user.
    return '';
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
