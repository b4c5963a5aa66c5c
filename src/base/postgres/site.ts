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

/** Port of a server that listens on its socket only: part of the socket's name, no port of the machine. */
const SOCKET_PORT = 5432;
const LOOPBACK = '127.0.0.1';

/** What the caller of `startPostgres` chooses. */
export interface ServerOptions {
  readonly dataDir: string;
  /** Directory of other PostgreSQL programs than the bundled ones. */
  readonly binDir?: string | undefined;
  readonly log: Log;
  /** False for tests only: nothing waits for the disk. Default true. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** Listen on 127.0.0.1 as well and give a TCP address; default is a unix socket only. */
  readonly tcp?: boolean;
}

/** Where a server listens. */
export interface Endpoint {
  readonly socketDir: string;
  readonly port: number;
}

/** A data directory made ready for its server: programs, cluster, settings, socket directory. */
export interface Site {
  readonly dataDir: string;
  /** Real path of the cluster. */
  readonly cluster: string;
  /** On the server's command line it is also the mark that the server is ours. */
  readonly configFile: string;
  readonly logFile: string;
  readonly launcher: Launcher;
  readonly binaries: Binaries;
  readonly tcp: boolean;
  readonly log: Log;
  readonly endpoint: Endpoint;
}

/** Prepares `dataDir`, which this process must own. Throws StartupError. */
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

/** The server's command line for `endpoint`. */
export function serverArguments(site: Site, endpoint: Endpoint): string[] {
  const settings = [
    `config_file=${site.configFile}`,
    // A list of quoted names, because a path may hold commas.
    `unix_socket_directories="${endpoint.socketDir.replaceAll('"', '""')}"`,
    `listen_addresses=${site.tcp ? LOOPBACK : ''}`,
    `port=${endpoint.port}`,
  ];
  return ['-D', site.cluster, ...settings.flatMap((setting) => ['-c', setting])];
}

/** Address of a database over the socket, in the form that `pg`, libpq and `new URL` understand. */
export function socketUrl(endpoint: Endpoint, database: string): string {
  return `postgres://${OWNER}@${encodeURIComponent(endpoint.socketDir)}:${endpoint.port}/${database}`;
}

/** Address of a database over loopback. */
export function tcpUrl(endpoint: Endpoint, database: string, password: string): string {
  return `postgres://${OWNER}:${password}@${LOOPBACK}:${endpoint.port}/${database}`;
}

/** The password for TCP, generated once, readable by this user only. `isNew` when the server does not know it yet. */
export function readOrCreatePassword(dataDir: string): { password: string; isNew: boolean } {
  const path = join(dataDir, 'postgres-password');
  if (existsSync(path)) return { password: readFileSync(path, 'utf8').trim(), isNew: false };
  const password = randomText(43);
  writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return { password, isNew: true };
}

/** A port of loopback that is free now. */
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
  // A server that listens on an address, not on a path, has a port.
  return (address as { port: number }).port;
}

function availableMemory(): number {
  // Without a limit the system reports 0 or a number far above any memory.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** The contributed modules are a separate package on some systems. */
function hasStatementStatistics(binaries: Binaries): boolean {
  return (
    ['postgresql', '.'].some((folder) => existsSync(join(binaries.bin, '../lib', folder, 'pg_stat_statements.so'))) ||
    existsSync(join(binaries.bin, '../lib/postgresql/pg_stat_statements.dylib'))
  );
}
