import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { isPostgres, readProcess, workingDirectory } from './process-table.ts';

/** Content of `postmaster.pid`, which PostgreSQL keeps in a data directory while a server uses it. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Directory of the Unix socket. Empty if the server has no socket. */
  readonly socketDir: string;
  /** The first TCP address that the server listens on. Empty if the server listens only on its socket. */
  readonly listenAddress: string;
  /** `starting`, `ready`, `stopping` or `standby`. Empty if the server has not written its state yet. */
  readonly status: string;
}

/** Parses the text of `postmaster.pid`. Returns undefined if it contains no process ID yet. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  // A standalone server (initdb, single-user mode) writes a negative process ID.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  const [, , , port = '0', socketDir = '', listenAddress = '', , status = ''] = lines;
  return { pid, port: Number(port), socketDir, listenAddress, status };
}

/** Reads `postmaster.pid` in a cluster directory. Returns undefined if it does not exist. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  try {
    return parsePostmasterFile(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns the running server of `clusterDir` if Postrider started it (`configFile` is on its command line), otherwise
 * undefined. Removes a lock file whose process ID now belongs to another program. Throws StartupError if another server
 * is running there.
 */
export function findRunningServer(clusterDir: string, configFile: string): PostmasterFile | undefined {
  const file = readPostmasterFile(clusterDir);
  const found = file && readProcess(file.pid);
  // Keep the lock file of a dead server. At startup, PostgreSQL uses it to check that no backend process is left.
  if (!file || !found) return undefined;
  if (found.command.some((argument) => argument.includes(`config_file=${configFile}`))) return file;
  const directory = workingDirectory(file.pid);
  if (!isPostgres(found) || (directory !== undefined && directory !== realpathSync(clusterDir))) {
    // Another program now has this process ID, which is common in containers. Remove the lock file, because PostgreSQL
    // would mistake the program for a running server.
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
    return undefined;
  }
  throw new StartupError(
    `Another PostgreSQL server (process ${file.pid}) uses the data directory ${clusterDir}`,
    'Stop that server, choose another directory with POSTRIDER_DATA, or connect to the server with DATABASE_URL.',
  );
}
