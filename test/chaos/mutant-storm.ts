import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStorm, type StormResult } from './storm/storm.ts';
import type { Mutant } from './mutants.ts';
import { copyProgram } from './server.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Returns the directory for the data of a storm. The directory is in memory if there is enough space and programs can
 * run from it. Memory is sufficient because a kill does not lose written data, and the database then recovers without
 * waiting for the disk that other tests use.
 */
export function storageOfStorms(): string {
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm \S+ (\S+)/m)?.[1];
  if (mount === undefined || mount.split(',').includes('noexec')) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/**
 * Builds a mutant in its own directory, runs the mutant's storm with receivers that have no faults, and then removes
 * the directory and the data.
 */
export async function stormOver(
  { environment, patches, storm }: Mutant,
  seed: number,
  say: (line: string) => void,
): Promise<StormResult> {
  const program = copyProgram(patches);
  try {
    const options = {
      ...storm,
      seed,
      mainFile: join(program.path, 'src/main.ts'),
      directory: storageOfStorms(),
      accounts: 2,
      hasFaults: false,
      keepsBroken: false,
      ...(environment && { environment }),
    };
    return await runStorm(options, { say, signal: new AbortController().signal });
  } finally {
    program.remove();
  }
}
