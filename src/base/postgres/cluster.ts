import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { Launcher, RunResult } from './launcher.ts';
import { endOrphans, MAX_KILLS, saysKilled } from './postmaster.ts';

const INITDB_TIMEOUT_MS = 180_000;

/** Role that owns the embedded server, and name of the application's database. */
export const OWNER = 'postrider';

/** Returns the directory inside a data directory that contains PostgreSQL's files. */
export function clusterDirOf(dataDir: string): string {
  return join(dataDir, 'pg');
}

/**
 * Returns the UID of the owner of the PostgreSQL files in `dataDir`, or undefined if `dataDir` contains no such files.
 */
export function clusterOwner(dataDir: string): number | undefined {
  return statSync(clusterDirOf(dataDir), { throwIfNoEntry: false })?.uid;
}

/**
 * Ensures that `dataDir` contains a cluster of the binaries' major version, owned by the launcher's user. Creates it
 * atomically, so that a killed process leaves no partial cluster. Throws StartupError if the cluster has another major
 * version or cannot be created, or if its directory contains other files.
 */
export async function prepareCluster(options: {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly launcher: Launcher;
  readonly durable: boolean;
  readonly log: Log;
}): Promise<void> {
  const { dataDir, binaries, launcher, log } = options;
  const cluster = clusterDirOf(dataDir);
  const version = readVersion(cluster);
  if (version === undefined) {
    await createCluster(cluster, options);
    return;
  }
  if (version !== binaries.major) throw otherVersion(cluster, version, binaries);
  const { user } = launcher;
  if (user && statSync(cluster).uid !== user.uid) {
    log.info(`Changing the owner of the database files to ${user.name}`, { directory: cluster });
    changeOwner(cluster, user.uid, user.gid);
  }
}

async function createCluster(cluster: string, options: Parameters<typeof prepareCluster>[0]): Promise<void> {
  const { binaries, launcher, durable, log } = options;
  log.info('Creating the database', { directory: cluster, version: binaries.version });
  const partial = `${cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const standard = [
    '-D',
    partial,
    '-U',
    OWNER,
    '--encoding=UTF8',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--data-checksums',
  ];
  const quick = durable ? [] : ['--no-sync'];
  let output = '';
  for (const locale of locales(binaries.major)) {
    // initdb requires an empty directory. If it fails, it removes the files but not the directory.
    mkdirSync(partial, { recursive: true });
    if (launcher.user) chownSync(partial, launcher.user.uid, launcher.user.gid);
    chmodSync(partial, 0o700);
    const result = await runInitdb(partial, [...standard, ...quick, ...locale], options);
    if (result.code === 0) {
      renameSync(partial, cluster);
      if (durable) await syncDirectory(options.dataDir);
      return;
    }
    output = result.output;
    if (!/locale/.test(output)) break;
  }
  rmSync(partial, { recursive: true, force: true });
  throw new StartupError(
    `The database could not be created in ${cluster}: ${output || 'initdb did not finish in time'}`,
    'Fix the cause (often permissions or a full disk), or choose another directory with POSTRIDER_DATA.',
  );
}

/** Runs initdb. If one of its processes is killed, initdb empties the directory, and this function runs it again. */
async function runInitdb(
  directory: string,
  args: readonly string[],
  { binaries, launcher, log }: Parameters<typeof prepareCluster>[0],
): Promise<RunResult> {
  const end = performance.now() + INITDB_TIMEOUT_MS;
  for (let kills = 0; ; kills += 1) {
    const result = await launcher.run(join(binaries.bin, 'initdb'), args, INITDB_TIMEOUT_MS);
    const isKilled = result.code === null ? performance.now() < end : saysKilled(result.output);
    if (result.code === 0 || !isKilled || kills === MAX_KILLS) return result;
    log.warn('initdb was killed; starting it again');
    // If initdb itself is killed, its files remain, and its child processes may create more.
    await endOrphans(directory);
    for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}

/**
 * Returns the locale options. PostgreSQL 17 and later have a built-in sort order. Unlike the sort order of the system
 * library, it does not change with system updates. Such a change would corrupt indexes.
 */
function locales(major: number): string[][] {
  if (major < 17) return [['--locale=C.UTF-8'], ['--no-locale']];
  const builtin = '--locale-provider=builtin';
  return [
    [builtin, '--locale=C.UTF-8'],
    // Fallback for systems without the C.UTF-8 locale.
    [builtin, '--builtin-locale=C.UTF-8', '--locale=C'],
  ];
}

function readVersion(cluster: string): number | undefined {
  const path = join(cluster, 'PG_VERSION');
  if (existsSync(path)) return Number.parseInt(readFileSync(path, 'utf8'), 10);
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) return undefined;
  throw new StartupError(
    `${cluster} contains files but is not a PostgreSQL database (the file PG_VERSION is missing)`,
    'Restore the database to this directory, move the directory to another location, or choose another directory with POSTRIDER_DATA.',
  );
}

function otherVersion(cluster: string, version: number, binaries: Binaries): StartupError {
  return new StartupError(
    `The database in ${cluster} was created by PostgreSQL ${version}, but the installed programs are PostgreSQL ${binaries.major}`,
    `With the Postrider version that created it, run: postrider backup /path/to/backups. Move ${cluster} away. With this version, run: postrider restore /path/to/backups, then postrider restore --go-live. Or set POSTRIDER_PG_BIN to the programs of PostgreSQL ${version}.`,
  );
}

function changeOwner(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner(join(path, name), uid, gid);
}

/** Flushes a directory to disk. Without this, a rename in it is not durable. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
