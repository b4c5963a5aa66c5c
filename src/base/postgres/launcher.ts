import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import { chooseDatabaseUser, isRoot, type DatabaseUser } from './database-user.ts';

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];
/**
 * The environment of PostgreSQL's programs. Our own environment is not passed to them, because they would read PGDATA,
 * PGPORT, LC_ALL, and other variables.
 */
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/** Result of a program that has ended. `code` is null if a signal or the timeout ended it. */
export interface RunResult {
  readonly code: number | null;
  /** Standard output and standard error, combined. */
  readonly output: string;
}

/** Starts PostgreSQL's programs as the required user. */
export interface Launcher {
  /** The user that PostgreSQL's programs run as. Undefined if they run as the user of this process. */
  readonly user: DatabaseUser | undefined;
  /** Runs a program until it ends, for at most `timeoutMs`. Does not throw if it fails. */
  run(program: string, args: readonly string[], timeoutMs: number): Promise<RunResult>;
  /**
   * Starts a server in its own process group, so that Ctrl-C in a terminal reaches only this process. Its output goes
   * to the file descriptor `output`. If the system supports it, the server receives SIGINT when the thread that started
   * it dies.
   */
  start(program: string, args: readonly string[], output: number): ChildProcess;
}

/**
 * Creates a launcher for data that belongs to the UID `dataOwner` (undefined for new data). Throws StartupError if no
 * user is available.
 */
export async function createLauncher(dataOwner: number | undefined, log: Log): Promise<Launcher> {
  const user = isRoot() ? await chooseDatabaseUser(dataOwner, log) : undefined;
  if (!user) requireName();
  const setpriv = await findSetpriv(user);
  if (!setpriv)
    log.debug(
      'setpriv not found: the embedded database survives if this process is killed, and the next process takes it over',
    );
  const identity = user && !setpriv ? { uid: user.uid, gid: user.gid } : {};
  const wrap = (program: string, args: readonly string[]): [string, string[]] =>
    setpriv ? [setpriv, [...privileges(user), '--', program, ...args]] : [program, [...args]];

  return {
    user,
    run(program, args, timeoutMs) {
      const [file, argv] = wrap(program, args);
      return runToEnd(file, argv, { timeout: timeoutMs, ...identity });
    },
    start(program, args, output) {
      const [file, argv] = wrap(program, args);
      const stdio = ['ignore', output, output] as const;
      return spawn(file, argv, { cwd: '/', env: ENVIRONMENT, detached: true, stdio: [...stdio], ...identity });
    },
  };
}

function privileges(user: DatabaseUser | undefined): string[] {
  const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  return [...identity, '--pdeathsig=INT'];
}

async function findSetpriv(user: DatabaseUser | undefined): Promise<string | undefined> {
  const path = SETPRIV.find((candidate) => existsSync(candidate));
  if (!path) return undefined;
  // BusyBox's setpriv does not support this option.
  const { code } = await runToEnd(path, [...privileges(user), '--', '/bin/sh', '-c', ':'], { timeout: 5_000 });
  return code === 0 ? path : undefined;
}

function runToEnd(
  file: string,
  args: string[],
  options: { timeout: number; uid?: number; gid?: number },
): Promise<RunResult> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd: '/', env: { ...ENVIRONMENT, LC_ALL: 'C' }, ...options }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : null) : 0;
      // A program that could not be started has no output. The error message then gives the reason.
      const reason = error && !stdout && !stderr ? error.message : '';
      resolve({ code, output: `${stdout}${stderr}${reason}`.trim() });
    });
  });
}

function requireName(): void {
  try {
    userInfo();
  } catch (error) {
    throw new StartupError(
      `The user ID ${process.getuid?.()} has no user name on this system, but PostgreSQL requires a user name`,
      'Run as a user listed in /etc/passwd (in a container, a user defined in the image), or set DATABASE_URL.',
      { cause: error },
    );
  }
}
