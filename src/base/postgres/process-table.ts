import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A process that runs now. */
export interface ProcessInfo {
  /** Differs between two processes that had the same number one after the other, also across a reboot. */
  readonly identity: string;
  /** The command line as given, program first; joined into one element where the system does not tell them apart. */
  readonly command: readonly string[];
}

/** The running process `pid`, or undefined when there is none (a zombie counts as none). */
export function readProcess(pid: number): ProcessInfo | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? readProc(pid) : readPs(pid);
}

/** Processes named postgres whose working directory is `directory` (a real path). Linux only; elsewhere none. */
export function postgresProcessesIn(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDirectory(pid) === directory && isPostgres(readProcess(pid)));
}

/** True for a postmaster and for its children, which rename themselves to 'postgres: ...'. */
export function isPostgres(found: ProcessInfo | undefined): boolean {
  const program = found?.command[0] ?? '';
  return program.startsWith('postgres:') || /^(postgres|postmaster)( |$)/.test(basename(program));
}

/** Working directory of a process; undefined when it has gone or belongs to somebody else. */
export function workingDirectory(pid: number): string | undefined {
  return orUndefined(() => readlinkSync(`/proc/${pid}/cwd`));
}

/** Sends a signal; a process that has gone in the meantime is what the caller wanted anyway. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readProc(pid: number): ProcessInfo | undefined {
  return orUndefined(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces and parentheses; the state (field 3) follows the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0+$/, '').split('\0');
    return { identity: `${boot}/${fields[19]}`, command };
  });
}

function readPs(pid: number): ProcessInfo | undefined {
  return orUndefined(() => {
    const args = ['-o', 'state=,lstart=,command=', '-p', String(pid)];
    const line = execFileSync('/bin/ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const parts = /^(\S+)\s+(\S+ +\S+ +\d+ +[\d:]+ +\d+)\s+(.*)$/.exec(line);
    if (!parts || parts[1]?.startsWith('Z')) return undefined;
    return { identity: parts[2] ?? '', command: [parts[3] ?? ''] };
  });
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The process ended between two looks, or belongs to another user: nothing is known of it.
    return undefined;
  }
}
