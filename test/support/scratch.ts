import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the run, which is removed at its end, or by the next run if it was killed. */
    scratch: string;
  }
}

const MEMORY = '/dev/shm';
/** Each worker may have a few databases of some hundred megabytes at a time. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * Returns where a run stores its databases: in memory if there is enough space and programs can run from it, otherwise
 * in the temporary directory. A copy of a database has 2,000 files, which take a second of CPU time to create on some
 * disks.
 */
export function placeOfScratch(): string {
  // An explicitly set temporary directory is used as it is.
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return tmpdir();
  const mount = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  if (mount === undefined || mount.split(',').includes('noexec')) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** Creates a folder with a name prefix for the data of a program. The caller must remove it. */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(inject('scratch'), prefix));
}
