import { fork, type ChildProcess } from 'node:child_process';
import type { Order, Said } from './worker.ts';

/**
 * The time limit for a mutated run is the duration of the module's unmodified tests times TIMES_AS_LONG, plus
 * BESIDES_MS. A run that exceeds the limit counts as an infinite loop.
 */
const TIMES_AS_LONG = 6;
const BESIDES_MS = 6_000;
/** Time limit, in milliseconds, for the first run, when the duration of the tests is not known yet. */
const START_MS = 180_000;

/** Results for the mutations of one module. */
export interface Watched {
  /** False if the tests fail on the unmodified module. In that case, no mutations were tried. */
  readonly isWhole: boolean;
  /** Number of the module's tests. */
  readonly tests: number;
  /** Indexes of the mutated places for which no test failed. */
  readonly unnoticed: readonly number[];
}

/**
 * Mutates the given places of a module, one at a time, and runs the module's tests for each mutation. An infinite loop
 * counts as detected. The files on disk are not changed. `root` is the root of the repository. Throws if the tests
 * cannot be run.
 */
export async function watch(root: string, { module, places, tests }: Order): Promise<Watched> {
  const unnoticed: number[] = [];
  let left = [...places];
  let count = 0;
  do {
    const turn = await oneProcess(root, { module, tests, places: left });
    if (!turn.isWhole) return { isWhole: false, tests: turn.tests, unnoticed: [] };
    count = turn.tests;
    unnoticed.push(...turn.unnoticed);
    // If the process was stopped early, the first mutation without a result caused an infinite loop. Skip this
    // mutation.
    left = left.slice(turn.answered + 1);
  } while (left.length > 0);
  return { isWhole: true, tests: count, unnoticed };
}

interface Turn extends Watched {
  /** Number of mutations for which the process reported a result. */
  readonly answered: number;
}

function oneProcess(root: string, order: Order): Promise<Turn> {
  const child = fork(`${root}/scripts/breaks/worker.ts`, { cwd: root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { promise, reject, resolve } = Promise.withResolvers<Turn>();
  const unnoticed: number[] = [];
  let limitMs = START_MS;
  let timer = setTimeout(end, limitMs, child);
  let whole: Extract<Said, { run: 'whole' }> | undefined;
  let answered = 0;
  child.on('message', (said: Said) => {
    clearTimeout(timer);
    if (said.run === 'whole') {
      whole = said;
      limitMs = said.ms * TIMES_AS_LONG + BESIDES_MS;
    } else {
      answered += 1;
      if (!said.isNoticed) unnoticed.push(said.run);
    }
    timer = setTimeout(end, limitMs, child);
  });
  child.once('exit', (code) => {
    clearTimeout(timer);
    if (!whole) reject(new Error(`the tests of ${order.module} could not be run (${code})`));
    else resolve({ isWhole: !whole.isNoticed, tests: whole.tests, unnoticed, answered });
  });
  child.send(order);
  return promise;
}

function end(child: ChildProcess): void {
  child.kill('SIGKILL');
}
