import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Directory for the files of this test run. It is removed at the end of the run. If the run is killed, the next one
     * removes it.
     */
    scratch: string;
  }
}

const MEMORY = '/dev/shm';
/**
 * Minimum free space, in bytes. It is large, because each worker may have several databases of a few hundred megabytes
 * at the same time.
 */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * Returns the directory in which a test run stores its databases: a directory in memory if there is enough space and
 * programs can run from it, otherwise the temporary directory. A copy of a database consists of 2,000 files. On some
 * disks, creating them takes a second of CPU time.
 */
export function placeOfScratch(): string {
  // Do not replace a temporary directory that the user has set.
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return tmpdir();
  const mount = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  if (mount === undefined || mount.split(',').includes('noexec')) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/**
 * Creates a directory for the data of a program. The directory's name starts with the given prefix. The caller must
 * remove the directory.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(inject('scratch'), prefix));
}
