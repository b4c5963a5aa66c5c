import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { isPostgres, readProcess, workingDirectory } from './process-table.ts';

/** Content of `postmaster.pid`, which PostgreSQL keeps in a data directory while a server uses it. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Directory of the Unix socket; empty if there is none. */
  readonly socketDir: string;
  /** First TCP address; empty if the server listens only on its socket. */
  readonly listenAddress: string;
  /** `starting`, `ready`, `stopping` or `standby`; empty if not yet written. */
  readonly status: string;
}

/** Parses the text of `postmaster.pid`; returns undefined if it does not contain a process number yet. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  // A standalone server (initdb, single-user mode) writes its number negated.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  const [, , , port = '0', socketDir = '', listenAddress = '', , status = ''] = lines;
  return { pid, port: Number(port), socketDir, listenAddress, status };
}

/** Reads `postmaster.pid` in a cluster directory; returns undefined if the file does not exist. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  try {
    return parsePostmasterFile(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns the running server of `clusterDir` if it was started by Postrider (recognized by `configFile` on its command
 * line), otherwise undefined. Removes a lock file that names a living process that is not a server. Throws StartupError
 * if another server is running there.
 */
export function findRunningServer(clusterDir: string, configFile: string): PostmasterFile | undefined {
  const file = readPostmasterFile(clusterDir);
  const found = file && readProcess(file.pid);
  // The lock file of a dead server is kept, because PostgreSQL uses it at startup to check that no backend is left.
  if (!file || !found) return undefined;
  if (found.command.some((argument) => argument.includes(`config_file=${configFile}`))) return file;
  const directory = workingDirectory(file.pid);
  if (!isPostgres(found) || (directory !== undefined && directory !== realpathSync(clusterDir))) {
    // The process number was reused by another program (common in containers), which PostgreSQL would mistake for a
    // server.
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
    return undefined;
  }
  throw new StartupError(
    `Another PostgreSQL server (process ${file.pid}) uses the data directory ${clusterDir}`,
    'Stop that server, choose another directory with POSTRIDER_DATA, or connect to the server with DATABASE_URL.',
  );
}
