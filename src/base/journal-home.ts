import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from './crypto.ts';
import { takeOwnership, type OwnerLock } from './postgres/owner-lock.ts';
import { StartupError } from './startup-error.ts';

/** A name is taken twice only by an adopter that came between making the directory and locking it. */
const ATTEMPTS = 5;
/** More than a journal ever holds (journal-file.ts); what lies beyond it is not ours. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
const FILE_NAME = /^\d{1,12}\.log$/;

/** A directory of journal files that is this process's alone. */
export interface JournalHome {
  readonly path: string;
  /** Gives the directory free, and removes it when no journal file is left in it. */
  leave(): void;
}

/** Makes a directory for this process below `parent`. Throws what the file system says. */
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

/** The directories of processes that no longer run, each made this process's own; others are left alone. */
export function* abandonedHomes(parent: string): Generator<JournalHome> {
  for (const name of namesIn(parent)) {
    const home = lockHome(join(parent, name));
    if (home) yield home;
  }
}

/** The journal files of a home, oldest first. */
export function filesOf(home: JournalHome): string[] {
  return namesIn(home.path)
    .filter((name) => FILE_NAME.test(name))
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((name) => join(home.path, name));
}

/** The bytes of a file, up to a bound. */
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

/** Undefined when a living process owns the directory, or it is gone. */
function lockHome(path: string): JournalHome | undefined {
  try {
    const lock = takeOwnership(path);
    return { path, leave: () => leave(path, lock) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Another process has it, or removed it a moment ago; a stray file was never one of ours.
    if (error instanceof StartupError || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function leave(path: string, lock: OwnerLock): void {
  const names = namesIn(path);
  if (!names.some((name) => FILE_NAME.test(name))) {
    // What processes killed while they locked it left behind.
    for (const name of names.filter((left) => /^owner\.pid\../.test(left))) rmSync(join(path, name), { force: true });
  }
  lock.release();
  try {
    rmdirSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // Files wait in it for the next start, or another process came first.
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
