import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '../overload/program.ts';

const ANSWER_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** What one process holds after its garbage was collected. */
export interface ProcessSample {
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
  readonly descriptors: number;
}

/** Asks a process that imported `sampler.ts` to collect its garbage and to say what is left; Linux only. */
export async function sampleProcess(pid: number, directory: string): Promise<ProcessSample> {
  const file = join(directory, `${pid}.json`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const { external, heapUsed } = await answerIn(file);
  return {
    heapMegabytes: (heapUsed + external) / 1e6,
    residentMegabytes: residentMegabytes(pid),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

async function answerIn(file: string): Promise<{ heapUsed: number; external: number }> {
  const deadline = performance.now() + ANSWER_WITHIN_MS;
  while (performance.now() < deadline) {
    try {
      // Written by sampler.ts alone.
      return JSON.parse(readFileSync(file, 'utf8')) as { heapUsed: number; external: number };
    } catch {
      // Not there, or not yet whole.
      await sleep(LOOK_EVERY_MS);
    }
  }
  throw new Error(`Nothing was written to ${file}`);
}
