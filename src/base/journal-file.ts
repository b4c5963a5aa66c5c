import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { makeHome, type JournalHome } from './journal-home.ts';
import { entryLine, finishedLine } from './journal-lines.ts';
import type { Log } from './log.ts';

/**
 * What a crash of the operating system can cost. Flushing every 25 ms took 150 µs of CPU a mail and slowed the database's
 * own flushes; an outcome is mostly committed there within 50 ms, so that only those of a slow database gain by it.
 */
const SYNC_EVERY_MS = 250;
/** A file gives way to a new one, which holds only what is open, when it is this much larger than twice that. */
const ROTATE_BYTES = 1024 * 1024;
/** Far more than all leases of a process come to; beyond it the oldest entries are given up. */
const MAX_OPEN_BYTES = 64 * 1024 * 1024;
const RETRY_MS = 10_000;
/** What is finished stays in a file for no longer than this: the lines name people. */
const MAX_AGE_MS = 10 * 60_000;
/** Finished keys in one line. */
const MAX_FINISHED = 500;
const NOTHING = Buffer.alloc(0);

/** Where a process writes what must outlive it. */
export interface JournalFile {
  /** Says what is known of a key from now on: in the file when this returns, on the disk within some 300 ms. Never throws. */
  put(key: string, kind: string, value: unknown): void;
  /** Says that nothing has to be known of a key any more. Never throws. */
  finish(key: string): void;
  /** How many bytes of entries are not finished. */
  readonly openBytes: number;
  /** Leaves what is not finished to the next process, and no trace when all is. */
  close(): Promise<void>;
}

interface OpenFile {
  readonly path: string;
  readonly fd: number;
  size: number;
  /** Of the lines that it began with, all of them open. */
  readonly begunWith: number;
}

/**
 * Opens a journal below `directory` that is this process's alone. A write is a system call without a flush, which
 * survives the death of the process; the flush follows off the event loop, one at a time. A journal that cannot be
 * written is said once, as an error, and tried again: its user goes on without it. Never throws.
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
  /** The lines that are not finished, oldest first: what a new file begins with. */
  readonly #open = new Map<string, Buffer>();
  #openBytes = 0;
  #finished: string[] = [];
  #home: JournalHome | undefined;
  #file: OpenFile | undefined;
  #number = 0;
  /** Files that a newer one has replaced; they go when that one is on the disk. */
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
    // Written with the next line, or before the next flush: by itself it is not worth a call.
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
      this.#parts.log.error('Delivery journal not closed', { error });
    }
    this.#file = undefined;
    this.#home = undefined;
    this.#retryAtMs = Number.POSITIVE_INFINITY;
  }

  /** Begins a file with all that is open, at the start, when the last one has become long, and after a failure. */
  recover(): void {
    try {
      this.#number += 1;
      if (!this.#home || !existsSync(this.#home.path)) this.#home = makeHome(this.#parts.directory);
      // The file before it is read too, should the process die before it is gone.
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

  /** A file that was written to is begun anew some minutes later, however little came. */
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
      // While the timer is set no other flush is asked for: two at once could remove files out of their order.
      this.#write();
      this.#timer = undefined;
      if (this.#file) this.#flushing = this.#flush(this.#file);
    }, SYNC_EVERY_MS);
    this.#timer.unref();
  }

  /** One at a time, so that no file is closed while it is flushed. */
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
    // It may still tell the next process something: it stays until another one is whole.
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

/** A new file with lines; whole or not at all. */
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
