import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A running process. */
export interface ProcessInfo {
  /**
   * Identifies the start of the process. The value differs between processes that had the same PID, even across a
   * reboot.
   */
  readonly identity: string;
  /** Command line, starting with the executable. A single element on systems that do not separate the arguments. */
  readonly command: readonly string[];
}

/**
 * Returns the running process with the ID `pid`, or undefined if no such process is running. A zombie does not count as
 * running.
 */
export function readProcess(pid: number): ProcessInfo | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? readProc(pid) : readPs(pid);
}

/**
 * Returns the processes named postgres whose working directory is `directory` (a real path). Returns an empty list on
 * systems other than Linux.
 */
export function postgresProcessesIn(directory: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDirectory(pid) === directory && isPostgres(readProcess(pid)));
}

/** Returns whether a process is a postmaster or one of its children, which rename themselves to 'postgres: ...'. */
export function isPostgres(found: ProcessInfo | undefined): boolean {
  const program = found?.command[0] ?? '';
  return program.startsWith('postgres:') || /^(postgres|postmaster)( |$)/.test(basename(program));
}

/**
 * Returns the working directory of a process, or undefined if it cannot be read, for example because the process has
 * ended or belongs to another user.
 */
export function workingDirectory(pid: number): string | undefined {
  return orUndefined(() => readlinkSync(`/proc/${pid}/cwd`));
}

/** Sends a signal. Ignores a process that has already ended. */
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
    // The process name in parentheses may contain spaces and parentheses. The state (field 3) follows the last closing
    // parenthesis.
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
    // The process has ended or belongs to another user.
    return undefined;
  }
}
