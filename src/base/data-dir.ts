import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { userDataHome, type Config } from './config.ts';
import { randomText } from './crypto.ts';
import { findDatabaseUser, isRoot, type DatabaseUser } from './postgres/database-user.ts';
import { StartupError } from './startup-error.ts';

const ROOT_DATA_DIR = '/var/lib/postrider';
const SECRET_LENGTH = 43;
const SECRET_MIN_LENGTH = 32;

/** The data directory, and the reason for its choice, for the startup report. */
export interface DataDir {
  readonly path: string;
  readonly why: string;
}

/**
 * Chooses the data directory: POSTRIDER_DATA; otherwise `data` in the clone if the database user can use it; otherwise
 * `/var/lib/postrider` for root and the user's data home for other users. Creates nothing.
 */
export function resolveDataDir(
  config: Config,
  cloneRoot: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): DataDir {
  if (config.dataDir !== undefined) return { path: resolve(config.dataDir), why: 'set by POSTRIDER_DATA' };
  const fallback = isRoot() ? ROOT_DATA_DIR : resolve(userDataHome(env));
  const kind = isRoot() ? 'the default for root' : "the default for this user's data";
  if (cloneRoot === undefined) return { path: fallback, why: kind };
  const inClone = resolve(cloneRoot, 'data');
  const obstacle = obstacleTo(inClone);
  if (obstacle === undefined) return { path: inClone, why: 'in the clone' };
  return { path: fallback, why: `${kind}, because ${obstacle}` };
}

/**
 * Returns the master secret: POSTRIDER_SECRET, or the content of the file `secret` in `dataDir`. The first call creates
 * the file. Throws StartupError if the data directory or the file cannot be used, or if the file is damaged.
 */
export function readOrCreateSecret(config: Config, dataDir: string): string {
  if (config.secret !== undefined) return config.secret;
  prepareDataDir(dataDir);
  const path = join(dataDir, 'secret');
  const secret = read(path) ?? create(path);
  // Flush the directory before anything is encrypted with the secret, because the secret must survive a power failure.
  // If the file already existed, another process may have just created it.
  flushDirectory(dataDir);
  if (secret.length < SECRET_MIN_LENGTH) {
    throw new StartupError(
      `The master secret in ${path} is damaged: it has ${secret.length} characters instead of ${SECRET_LENGTH}`,
      'Restore the file from your backup. Without the master secret, the keys in the database cannot be decrypted.',
    );
  }
  return secret;
}

/**
 * Creates `dataDir` if it does not exist. Only the owner gets access, but the database user can traverse a directory
 * owned by root.
 */
export function prepareDataDir(dataDir: string): void {
  const mode = isRoot() ? 0o711 : 0o700;
  try {
    const first = mkdirSync(dataDir, { recursive: true, mode });
    // The umask may have removed the database user's permission to traverse the directory.
    if (first !== undefined) settle(dataDir, first, mode);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a directory');
  } catch (error) {
    throw new StartupError(
      `The data directory ${dataDir} cannot be used: ${(error as Error).message}`,
      'Give this user access to the directory, or choose another directory with POSTRIDER_DATA.',
      { cause: error },
    );
  }
}

/**
 * Throws StartupError if `user` cannot traverse the path to `dataDir`. If this process is root, first makes `dataDir`
 * itself traversable, because the files in it have their own modes. Does not change parent directories. Does nothing if
 * `user` is undefined.
 */
export function requireReachable(dataDir: string, user: DatabaseUser | undefined): void {
  let closed = user && firstClosed(dataDir, user);
  if (user && closed === dataDir && isRoot()) {
    chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011);
    closed = firstClosed(dataDir, user);
  }
  if (closed === undefined) return;
  throw new StartupError(
    `The database runs as the user ${user?.name}, who has no access to ${closed} and therefore cannot reach the data directory ${dataDir}`,
    `Grant access with "chmod o+x ${closed}", or choose another directory with POSTRIDER_DATA.`,
  );
}

/**
 * Sets the mode of the new `directory` and of its new parents up to `first`. Flushes their directory entries to disk.
 */
function settle(directory: string, first: string, mode: number): void {
  chmodSync(directory, mode);
  try {
    flushDirectory(dirname(directory));
  } catch {
    // A directory that is writable but not readable cannot be flushed. The operating system decides when its entries
    // are durable.
  }
  if (directory !== first && directory !== dirname(directory)) settle(dirname(directory), first, mode);
}

/** Flushes a directory to disk, so that the names in it survive a power failure. */
function flushDirectory(directory: string): void {
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function obstacleTo(directory: string): string | undefined {
  const existing = nearestExisting(directory);
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return `${existing} is not writable`;
  }
  const user = isRoot() ? (findDatabaseUser() ?? { name: 'of the database', uid: -1, gid: -1 }) : undefined;
  const closed = user && firstClosed(existing, user);
  return closed === undefined ? undefined : `the user ${user?.name} has no access to ${closed}`;
}

/** Returns the first directory in `path` that `user` cannot enter. */
function firstClosed(path: string, user: DatabaseUser): string | undefined {
  const parts = resolve(path).split(sep);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const directory = parts.slice(0, depth).join(sep) || sep;
    const { uid, gid, mode } = statSync(directory);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return directory;
  }
  return undefined;
}

function nearestExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearestExisting(dirname(path));
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartupError(
      `The master secret cannot be read: ${(error as Error).message}`,
      'Start Postrider as the user that owns the file, or set POSTRIDER_SECRET.',
      { cause: error },
    );
  }
}

/**
 * Creates the secret file atomically and never replaces an existing one. Two processes that start at the same time then
 * use the same secret.
 */
function create(path: string): string {
  const draft = `${path}.${randomText(8)}`;
  writeFileSync(draft, `${randomText(SECRET_LENGTH)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read(path) ?? '';
}
