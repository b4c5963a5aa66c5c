import { parentPort, workerData } from 'node:worker_threads';
import type { Patch } from '../support/planted.ts';
import { replaceModules } from './replace-modules.ts';
import { replaceTimers } from './stand-ins/timers.ts';

/** Input of a worker thread: the seeds to run, and the options. */
export interface Order {
  readonly firstSeed: number;
  /** Number of seeds. */
  readonly count: number;
  readonly step: number;
  readonly patches: readonly Patch[];
  /** Whether to stop after the first seed that fails. */
  readonly stopsAtFailure: boolean;
  readonly skipsIdleTime: boolean;
}

// Replace modules and timers before any production module is loaded, because a loaded module keeps its imports.
const order = workerData as Order;
replaceModules(order.patches);
const onNextTurn = replaceTimers();
const { runSeed } = await import('./simulation.ts');
// Turn off stack traces, because thousands of connections fail in each seed and the traces are not used.
if (order.count > 1) Error.stackTraceLimit = 0;

const faults: string[] = [];
process.on('unhandledRejection', (error) => faults.push(`A promise was rejected and nobody heard: ${String(error)}`));

let done = 0;
const next = (): void => {
  if (done === order.count) return parentPort?.postMessage('end');
  const seed = order.firstSeed + done * order.step;
  const { history, ...result } = runSeed(seed, { skipsIdleTime: order.skipsIdleTime });
  const violations = [...result.violations, ...faults.splice(0)];
  done += 1;
  parentPort?.postMessage({
    ...result,
    violations,
    history: violations.length > 0 || order.count === 1 ? history : [],
  });
  if (violations.length > 0 && order.stopsAtFailure) return parentPort?.postMessage('end');
  onNextTurn(next);
};
onNextTurn(next);
