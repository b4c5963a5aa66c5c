import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../crypto.ts';
import type { DatabaseUser } from './database-user.ts';

/**
 * Maximum length of a socket path. With its terminating zero byte, it must fit into `sun_path`: 108 bytes on Linux, 104
 * on the BSDs and macOS.
 */
const PATH_LIMIT_BYTES = process.platform === 'linux' ? 107 : 103;

/** The longest name of a PostgreSQL socket. */
const SOCKET_NAME = '.s.PGSQL.65535';

/** Returns whether the path of a socket in `directory` is within the system's limit. */
export function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(join(directory, SOCKET_NAME)) <= PATH_LIMIT_BYTES;
}

/**
 * Creates a directory for the server's socket: `<dataDir>/run`, or a short path in the temporary directory if that
 * would be too long. Only the server's user (and root) can enter the directory.
 */
export function makeSocketDir(dataDir: string, user: DatabaseUser | undefined): string {
  const inside = join(dataDir, 'run');
  if (fitsSocket(inside)) {
    mkdirSync(inside, { recursive: true });
    if (user) chownSync(inside, user.uid, user.gid);
    chmodSync(inside, 0o700);
    return inside;
  }
  const parent =
    [tmpdir(), '/tmp'].find((candidate) => fitsSocket(join(candidate, 'postrider-0123456789abcdef'))) ?? '/tmp';
  const short = join(parent, `postrider-${sha256(dataDir).toString('hex', 0, 8)}`);
  return claim(short, user) ? short : claimed(mkdtempSync(join(parent, 'postrider-')), user);
}

/**
 * Removes leftover sockets and lock files. PostgreSQL would not start if another program now has the process ID in a
 * lock file.
 */
export function emptySocketDir(path: string): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(path, name), { force: true });
  }
}

/** Removes a socket directory outside the data directory. */
export function removeSocketDir(socketDir: string, dataDir: string): void {
  if (socketDir !== join(dataDir, 'run')) rmSync(socketDir, { recursive: true, force: true });
}

/**
 * Claims a directory in a location that anyone can write to. Accepts it only if it belongs to our user and others have
 * no access.
 */
function claim(path: string, user: DatabaseUser | undefined): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    claimed(path, user);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === (user?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0;
}

function claimed(path: string, user: DatabaseUser | undefined): string {
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}
