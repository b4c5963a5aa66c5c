import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { isPostgres, readProcess, workingDirectory } from './process-table.ts';

/** Content of `postmaster.pid`, which PostgreSQL keeps in a data directory while a server uses it. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Directory of the unix socket; empty when there is none. */
  readonly socketDir: string;
  /** First TCP address; empty when the server listens on its socket only. */
  readonly listenAddress: string;
  /** `starting`, `ready`, `stopping`, `standby`; empty when not yet written. */
  readonly status: string;
}

/** Reads the text of `postmaster.pid`; undefined when it is not (or not yet) complete enough to hold a process number. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  // A server that runs stand-alone (initdb, single user) writes its number negated.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  const [, , , port = '0', socketDir = '', listenAddress = '', , status = ''] = lines;
  return { pid, port: Number(port), socketDir, listenAddress, status };
}

/** `postmaster.pid` of a cluster directory; undefined without one. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  try {
    return parsePostmasterFile(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The server that runs on `clusterDir` when we started it (told by `configFile` on its command line), else undefined.
 * Removes a lock file that names a living process which is no server. Throws StartupError when a foreign server runs.
 */
export function findRunningServer(clusterDir: string, configFile: string): PostmasterFile | undefined {
  const file = readPostmasterFile(clusterDir);
  const found = file && readProcess(file.pid);
  // The lock file of a dead server stays: PostgreSQL checks with it that no backend is left before it starts.
  if (!file || !found) return undefined;
  if (found.command.some((argument) => argument.includes(`config_file=${configFile}`))) return file;
  const directory = workingDirectory(file.pid);
  if (!isPostgres(found) || (directory !== undefined && directory !== realpathSync(clusterDir))) {
    // The number has gone to another program since (usual in containers), which PostgreSQL would take for a server.
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
    return undefined;
  }
  throw new StartupError(
    `Another PostgreSQL server (process ${file.pid}) uses the data directory ${clusterDir}`,
    'Stop that server, choose another directory with POSTRIDER_DATA, or connect to the server with DATABASE_URL.',
  );
}
