import { readdirSync, readFileSync } from 'node:fs';

/** Set in the environment of a candidate, so that processes which left their parent are found too. */
export const SYSTEM_VARIABLE = 'POSTRIDER_BENCH_SYSTEM';
const TICK_MICROS = 10_000;

/**
 * CPU so far, in µs, of all processes that `root` started or that carry the mark in their environment, with what their
 * ended children used. Linux only: NaN elsewhere.
 */
export function systemCpuMicros(root: number, mark: string): number {
  if (process.platform !== 'linux') return Number.NaN;
  return systemProcesses(root, mark).reduce((sum, found) => sum + found.ticks, 0) * TICK_MICROS;
}

/** CPU so far, in µs, of these processes, with what their ended children used. Linux only: NaN elsewhere. */
export function cpuMicrosOf(pids: readonly number[]): number {
  if (process.platform !== 'linux') return Number.NaN;
  const wanted = new Set(pids);
  return readProcesses().reduce((sum, { pid, ticks }) => sum + (wanted.has(pid) ? ticks : 0), 0) * TICK_MICROS;
}

/**
 * Memory at this moment, in bytes, of all these processes: what several share is counted once (PSS of proc(5)). Linux only: NaN
 * elsewhere.
 */
export function systemMemoryBytes(root: number, mark: string): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kilobytes = systemProcesses(root, mark).map(({ pid }) => {
    const [, pss = '0'] = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
    return Number(pss);
  });
  return kilobytes.reduce((sum, pss) => sum + pss, 0) * 1024;
}

/** The processes of a candidate whose command line holds a word. Linux only: none elsewhere. */
export function processesOf(root: number, mark: string, word: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = systemProcesses(root, mark).map(({ pid }) => pid);
  return pids.filter((pid) => read(`/proc/${pid}/cmdline`).split('\0').includes(word));
}

function systemProcesses(root: number, mark: string): Process[] {
  const processes = new Map(readProcesses().map((found) => [found.pid, found]));
  const isOurs = (pid: number): boolean => {
    for (let at = processes.get(pid); at; at = processes.get(at.parent)) if (at.pid === root) return true;
    return read(`/proc/${pid}/environ`).includes(`${SYSTEM_VARIABLE}=${mark}\0`);
  };
  return [...processes.values()].filter(({ pid }) => isOurs(pid));
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The name in parentheses may hold spaces; the parent is field 4, the times are fields 14 to 17 (proc(5)).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields.length < 15) return [];
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
    });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended between two looks, or is another user's.
    return '';
  }
}
