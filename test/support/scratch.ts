import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's own folder, which is removed at its end, or by the next run where it was killed. */
    scratch: string;
  }
}

const MEMORY = '/dev/shm';
/** Every worker may have a few databases of some hundred megabytes each at a time. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * Where a run keeps its databases: in memory where that is large enough and programs may run from it, else among the
 * temporary files. A copy of a database is 2,000 files, and some disks take a second of a processor to make so many.
 */
export function placeOfScratch(): string {
  // Whoever names a place for temporary files means it.
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return tmpdir();
  const mount = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  if (mount === undefined || mount.split(',').includes('noexec')) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** A new folder for the data of a program, whose name begins as given. Who asks removes it. */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(inject('scratch'), prefix));
}
