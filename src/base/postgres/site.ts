import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { randomText } from '../crypto.ts';
import { requireReachable } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { prepareBinaries, type Binaries } from './binaries.ts';
import { clusterDirOf, clusterOwner, OWNER, prepareCluster } from './cluster.ts';
import { createLauncher, type Launcher } from './launcher.ts';
import { embeddedSettings, renderSettings } from './settings.ts';
import { makeSocketDir } from './socket-dir.ts';

/** Port of a server that listens only on its socket. It is part of the socket's name, not a TCP port. */
const SOCKET_PORT = 5432;
const LOOPBACK = '127.0.0.1';

/** Options for `startPostgres`. */
export interface ServerOptions {
  readonly dataDir: string;
  /** Directory of PostgreSQL programs to use instead of the bundled ones. */
  readonly binDir?: string | undefined;
  readonly log: Log;
  /** Whether data is flushed to disk. False only in tests. Default: true. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** Whether to also listen on 127.0.0.1, and return a TCP URL. Default: only the Unix socket. */
  readonly tcp?: boolean;
}

/** Address that a server listens on. */
export interface Endpoint {
  readonly socketDir: string;
  readonly port: number;
}

/** A data directory prepared for its server: programs, cluster, settings and socket directory. */
export interface Site {
  readonly dataDir: string;
  /** Path of the cluster's data directory, with symbolic links resolved. */
  readonly cluster: string;
  /** The server's configuration file. A process with this path on its command line is our server. */
  readonly configFile: string;
  readonly logFile: string;
  readonly launcher: Launcher;
  readonly binaries: Binaries;
  readonly tcp: boolean;
  readonly log: Log;
  readonly endpoint: Endpoint;
}

/**
 * Prepares `dataDir`, which this process must own. Throws StartupError for each problem that requires manual action.
 */
export async function prepareSite(options: ServerOptions, dataDir: string): Promise<Site> {
  const { log, durable = true, tcp = false } = options;
  const launcher = await createLauncher(clusterOwner(dataDir), log);
  requireReachable(dataDir, launcher.user);
  const binaries = await prepareBinaries({
    binDir: options.binDir,
    copyRoot: join(dataDir, 'pgbin'),
    launcher,
    log,
  });
  await prepareCluster({ dataDir, binaries, launcher, durable, log });
  const configFile = join(dataDir, 'postgresql.conf');
  const settings = embeddedSettings({
    memoryBytes: availableMemory(),
    maxConnections: options.maxConnections,
    durable,
    statementStatistics: hasStatementStatistics(binaries),
  });
  writeFileSync(configFile, renderSettings(settings));
  chmodSync(configFile, 0o644);
  return {
    dataDir,
    cluster: realpathSync(clusterDirOf(dataDir)),
    configFile,
    logFile: join(dataDir, 'postgres.log'),
    launcher,
    binaries,
    tcp,
    log,
    endpoint: {
      socketDir: makeSocketDir(dataDir, launcher.user),
      port: tcp ? await freePort() : SOCKET_PORT,
    },
  };
}

/** Returns the server's command line for `endpoint`. */
export function serverArguments(site: Site, endpoint: Endpoint): string[] {
  const settings = [
    `config_file=${site.configFile}`,
    // The path is quoted because it may contain commas.
    `unix_socket_directories="${endpoint.socketDir.replaceAll('"', '""')}"`,
    `listen_addresses=${site.tcp ? LOOPBACK : ''}`,
    `port=${endpoint.port}`,
  ];
  return ['-D', site.cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

/** Returns the URL of a database that is reached over the socket, in a form that `pg`, libpq and `new URL` accept. */
export function socketUrl(endpoint: Endpoint, database: string): string {
  return `postgres://${OWNER}@${encodeURIComponent(endpoint.socketDir)}:${endpoint.port}/${database}`;
}

/** Returns the URL of a database over the loopback interface. */
export function tcpUrl(endpoint: Endpoint, database: string, password: string): string {
  return `postgres://${OWNER}:${password}@${LOOPBACK}:${endpoint.port}/${database}`;
}

/**
 * Returns the TCP password. It is generated once and stored in a file that only this user can read. `isNew` means that
 * the server does not have it yet.
 */
export function readOrCreatePassword(dataDir: string): { password: string; isNew: boolean } {
  const path = join(dataDir, 'postgres-password');
  if (existsSync(path)) return { password: readFileSync(path, 'utf8').trim(), isNew: false };
  const password = randomText(43);
  writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return { password, isNew: true };
}

/** Returns a free loopback port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Safe cast: a server that listens on an address has a port.
  return (address as { port: number }).port;
}

function availableMemory(): number {
  // Without a memory limit, the system reports 0, or far more than the physical memory.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Returns whether pg_stat_statements is installed. Some systems have a separate package for contrib modules. */
function hasStatementStatistics(binaries: Binaries): boolean {
  return (
    ['postgresql', '.'].some((folder) => existsSync(join(binaries.bin, '../lib', folder, 'pg_stat_statements.so'))) ||
    existsSync(join(binaries.bin, '../lib/postgresql/pg_stat_statements.dylib'))
  );
}
