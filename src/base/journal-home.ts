import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from './crypto.ts';
import { takeOwnership, type OwnerLock } from './postgres/owner-lock.ts';
import { StartupError } from './startup-error.ts';

/**
 * Maximum number of attempts to create a directory. An attempt fails only if another process adopts the directory
 * before it is locked.
 */
const ATTEMPTS = 5;
/**
 * Maximum number of bytes read from a file. No journal is larger (journal-file.ts), so further bytes are not from a
 * journal.
 */
const MAX_READ_BYTES = 256 * 1024 * 1024;
const FILE_NAME = /^\d{1,12}\.log$/;

/** A directory of journal files that is locked by this process. */
export interface JournalHome {
  readonly path: string;
  /** Unlocks the directory. Removes it if it contains no journal files. */
  leave(): void;
}

/** Creates and locks a directory for this process in `parent`. Throws file system errors. */
export function makeHome(parent: string): JournalHome {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const path = join(parent, `${process.pid}-${randomText(8)}`);
    mkdirSync(path, { mode: 0o700 });
    const home = lockHome(path);
    if (home) return home;
    if (attempt === ATTEMPTS) throw new Error(`No directory in ${parent} could be created and locked`);
  }
}

/** Locks and yields the directories of processes that are no longer running. Skips all other directories. */
export function* abandonedHomes(parent: string): Generator<JournalHome> {
  for (const name of namesIn(parent)) {
    const home = lockHome(join(parent, name));
    if (home) yield home;
  }
}

/** Returns the paths of the journal files in a journal directory, oldest first. */
export function filesOf(home: JournalHome): string[] {
  return namesIn(home.path)
    .filter((name) => FILE_NAME.test(name))
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => join(home.path, name));
}

/** Reads a file up to a maximum size. */
export function readBounded(path: string): Buffer {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(statSync(path).size, MAX_READ_BYTES));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(fd, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/** Locks a directory. Returns undefined if a running process owns it, or if it no longer exists. */
function lockHome(path: string): JournalHome | undefined {
  try {
    const lock = takeOwnership(path);
    return { path, leave: () => leave(path, lock) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Skip the path. Another process owns the directory or has just removed it, or the path is an unrelated file.
    if (error instanceof StartupError || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function leave(path: string, lock: OwnerLock): void {
  const names = namesIn(path);
  if (!names.some((name) => FILE_NAME.test(name))) {
    // Remove files of processes that were killed while they were locking the directory.
    for (const name of names.filter((left) => /^owner\.pid\../.test(left))) rmSync(join(path, name), { force: true });
  }
  lock.release();
  try {
    rmdirSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // Ignore these errors. The directory contains files for the next start, or another process has removed it.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
