import { Worker } from 'node:worker_threads';
import type { Patch } from '../support/planted.ts';
import type { SeedResult } from './simulation.ts';
import type { Order } from './thread.ts';

/** Seeds to run. By default, only the first one. */
export interface Seeds {
  readonly first: number;
  readonly count?: number;
  readonly step?: number;
  readonly patches?: readonly Patch[];
  readonly stopsAtFailure?: boolean;
  readonly skipsIdleTime?: boolean;
}

/**
 * Runs seeds in a separate thread, in which time, files, and timers are simulated. Calls `onResult` with the result of
 * each seed.
 */
export function runSeeds(seeds: Seeds, onResult: (result: SeedResult) => void): Promise<void> {
  const order: Order = {
    firstSeed: seeds.first,
    count: seeds.count ?? 1,
    step: seeds.step ?? 1,
    patches: seeds.patches ?? [],
    stopsAtFailure: seeds.stopsAtFailure ?? false,
    skipsIdleTime: seeds.skipsIdleTime ?? true,
  };
  // Do not inherit the test runner's Node options, because the thread runs without the test runner.
  const thread = new Worker(new URL('thread.ts', import.meta.url), { workerData: order, execArgv: [] });
  return new Promise((resolve, reject) => {
    thread.on('message', (message: SeedResult | 'end') => {
      if (message !== 'end') return onResult(message);
      void thread.terminate().then(() => resolve());
    });
    thread.on('error', reject);
  });
}

/** Describes the failure of a seed, and how to reproduce it. */
export function failureOf({ history, seed, violations }: SeedResult): string {
  const last = history.slice(-MAX_LINES);
  return [
    `Seed ${seed}: ${violations.join('; ')}`,
    `To see it again: SIM_SEED=${seed} npm test -- test/sim/sim.test.ts -t 'seed ${seed}'`,
    ...(history.length > MAX_LINES ? [`(${history.length - MAX_LINES} lines before)`] : []),
    ...last,
  ].join('\n');
}

const MAX_LINES = 120;
