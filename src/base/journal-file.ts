import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { makeHome, type JournalHome } from './journal-home.ts';
import { entryLine, finishedLine } from './journal-lines.ts';
import type { Log } from './log.ts';

/**
 * Interval in milliseconds between flushes to disk. If the operating system crashes, the entries since the last flush
 * are lost. Flushing every 25 ms took 150 µs of CPU time per message and slowed the database's own flushes.
 */
const SYNC_EVERY_MS = 250;
/**
 * A file is replaced if it is larger than twice the size of its open entries plus this number of bytes. The new file
 * contains only the open entries.
 */
const ROTATE_BYTES = 1024 * 1024;
/** Maximum size of the open entries, in bytes. Beyond this, the oldest are dropped. */
const MAX_OPEN_BYTES = 64 * 1024 * 1024;
const RETRY_MS = 10_000;
/**
 * Maximum duration, in milliseconds, for which finished entries stay in a file. It is limited because the entries
 * contain personal data.
 */
const MAX_AGE_MS = 10 * 60_000;
/** Maximum number of finished keys per line. */
const MAX_FINISHED = 500;
const NOTHING = Buffer.alloc(0);

/** Stores state that must outlive the process. */
export interface JournalFile {
  /**
   * Stores the state of a key. If the journal is writable, the state is in the file when this returns, and on disk
   * about 300 ms later. Never throws.
   */
  put(key: string, kind: string, value: unknown): void;
  /** Marks a key whose state is no longer needed as finished. Never throws. */
  finish(key: string): void;
  /** Total size of the open entries in bytes. */
  readonly openBytes: number;
  /** Leaves open entries in the files for the next process. Removes all files if there are no open entries. */
  close(): Promise<void>;
}

interface OpenFile {
  readonly path: string;
  readonly fd: number;
  size: number;
  /** Size in bytes of the open entries that the file was created with. */
  readonly begunWith: number;
}

/**
 * Opens a journal in a new folder in `directory`. If the journal cannot be written, logs an error and retries later.
 * Never throws.
 */
export function openJournalFile(parts: {
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Log;
}): JournalFile {
  const journal = new Journal(parts);
  journal.recover();
  return journal;
}

class Journal implements JournalFile {
  readonly #parts: Parameters<typeof openJournalFile>[0];
  /** Lines of the open entries by key, oldest first. Each new file starts with these lines. */
  readonly #open = new Map<string, Buffer>();
  #openBytes = 0;
  #finished: string[] = [];
  #home: JournalHome | undefined;
  #file: OpenFile | undefined;
  #number = 0;
  /** Files that have been replaced. They are deleted once the newer file is on disk. */
  #replaced: OpenFile[] = [];
  #timer: NodeJS.Timeout | undefined;
  #ageing: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #retryAtMs = 0;
  #isFailing = false;
  #hasGivenUp = false;

  constructor(parts: Parameters<typeof openJournalFile>[0]) {
    this.#parts = parts;
  }

  get openBytes(): number {
    return this.#openBytes;
  }

  put(key: string, kind: string, value: unknown): void {
    const line = entryLine({ key, kind, value });
    if (!line) {
      this.#parts.log.error('Journal entry too long', { key, kind });
      return;
    }
    this.#forget(key);
    this.#open.set(key, line);
    this.#openBytes += line.length;
    if (this.#openBytes > MAX_OPEN_BYTES) this.#giveUpOldest();
    if (!this.#file && this.#parts.clock.now() >= this.#retryAtMs) this.recover();
    else this.#write(line);
  }

  finish(key: string): void {
    if (!this.#forget(key)) return;
    // The key is written with the next line or before the next flush, because a system call per finished key would be
    // too expensive.
    this.#finished.push(key);
    if (this.#finished.length >= MAX_FINISHED) this.#write();
    else this.#flushSoon();
  }

  async close(): Promise<void> {
    clearTimeout(this.#ageing);
    clearTimeout(this.#timer);
    await this.#flushing;
    clearTimeout(this.#timer);
    this.#write();
    clearTimeout(this.#timer);
    try {
      if (this.#file) fdatasyncSync(this.#file.fd);
      const isWhole = this.#file !== undefined || this.#open.size === 0;
      for (const file of this.#replaced.splice(0)) discard(file, isWhole);
      if (this.#file) discard(this.#file, this.#open.size === 0);
      this.#home?.leave();
    } catch (error) {
      this.#parts.log.error('Delivery journal could not be closed', { error });
    }
    this.#file = undefined;
    this.#home = undefined;
    this.#retryAtMs = Number.POSITIVE_INFINITY;
  }

  /**
   * Starts a new file with all open entries: at startup, if the current file is too long or too old, and after a
   * failure.
   */
  recover(): void {
    try {
      this.#number += 1;
      if (!this.#home || !existsSync(this.#home.path)) this.#home = makeHome(this.#parts.directory);
      // Write the finished keys again. If this process dies before it deletes the previous file, the next process reads
      // that file too.
      const finished = finishedLine(this.#finished.splice(0)) ?? NOTHING;
      const file = begin(join(this.#home.path, `${this.#number}.log`), [finished, ...this.#open.values()]);
      if (this.#file) this.#replaced.push(this.#file);
      this.#file = file;
      if (this.#isFailing) this.#parts.log.info('Delivery journal writable again');
      this.#isFailing = false;
      this.#flushSoon();
    } catch (error) {
      this.#fail(error);
    }
  }

  #write(line?: Buffer): void {
    const file = this.#file;
    const finished = finishedLine(this.#finished.splice(0));
    if (!file || (!line && !finished)) return;
    try {
      file.size += writeWhole(file.fd, !finished ? line : line ? Buffer.concat([finished, line]) : finished);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#age();
    if (file.size > ROTATE_BYTES + 2 * this.#openBytes) this.recover();
    else this.#flushSoon();
  }

  /** Schedules the replacement of a file, so that finished entries are removed even if there are few writes. */
  #age(): void {
    if (this.#ageing) return;
    this.#ageing = setTimeout(() => {
      this.#ageing = undefined;
      if (!this.#file || this.#file.size === this.#file.begunWith) return;
      this.recover();
    }, MAX_AGE_MS);
    this.#ageing.unref();
  }

  #flushSoon(): void {
    if (this.#timer || this.#flushing || !this.#file) return;
    this.#timer = setTimeout(() => {
      // No other flush is scheduled while the timer is set. Two concurrent flushes could delete files in the wrong
      // order.
      this.#write();
      this.#timer = undefined;
      if (this.#file) this.#flushing = this.#flush(this.#file);
    }, SYNC_EVERY_MS);
    this.#timer.unref();
  }

  /** Flushes one file at a time, so that no file is closed while it is being flushed. */
  async #flush(file: OpenFile): Promise<void> {
    const { fd, size } = file;
    const replaced = this.#replaced.splice(0);
    const error = await new Promise<Error | null>((resolve) => {
      fdatasync(fd, resolve);
    });
    this.#flushing = undefined;
    try {
      if (error) throw error;
      for (const old of replaced.splice(0)) discard(old, true);
    } catch (cause) {
      this.#replaced.push(...replaced);
      this.#fail(cause);
    }
    if (this.#file && (this.#file !== file || file.size !== size)) this.#flushSoon();
  }

  #fail(error: unknown): void {
    this.#retryAtMs = this.#parts.clock.now() + RETRY_MS;
    // Keep the file until a complete new one exists. It may contain entries that the next process needs.
    if (this.#file) this.#replaced.push(this.#file);
    this.#file = undefined;
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#parts.log.error('Delivery journal not writable: delivery continues, but a crash can cause duplicate emails', {
      directory: this.#parts.directory,
      error,
    });
  }

  #forget(key: string): boolean {
    this.#openBytes -= this.#open.get(key)?.length ?? 0;
    return this.#open.delete(key);
  }

  #giveUpOldest(): void {
    if (!this.#hasGivenUp) this.#parts.log.error('Delivery journal full; discarding the oldest entries');
    this.#hasGivenUp = true;
    for (const key of this.#open.keys()) {
      if (this.#openBytes <= MAX_OPEN_BYTES) return;
      this.#forget(key);
    }
  }
}

/** Creates a file with the given lines. If this fails, removes the file again. */
function begin(path: string, lines: readonly Buffer[]): OpenFile {
  const fd = openSync(path, 'wx', 0o600);
  try {
    const size = writeWhole(fd, Buffer.concat(lines));
    return { path, fd, size, begunWith: size };
  } catch (error) {
    discard({ path, fd, size: 0, begunWith: 0 }, true);
    throw error;
  }
}

function writeWhole(fd: number, bytes: Buffer = NOTHING): number {
  if (bytes.length === 0) return 0;
  const written = writeSync(fd, bytes);
  if (written < bytes.length) throw new Error(`Only ${written} of ${bytes.length} bytes could be written`);
  return written;
}

function discard({ fd, path }: OpenFile, isUseless: boolean): void {
  closeSync(fd);
  if (isUseless) rmSync(path, { force: true });
}
