import { fork, type ChildProcess } from 'node:child_process';
import type { Order, Said } from './worker.ts';

/** A break gets this many times what the whole module's tests took, and this much more on top: then it runs for ever. */
const TIMES_AS_LONG = 6;
const BESIDES_MS = 6_000;
/** Until the first run of the tests has said how long they take. */
const START_MS = 180_000;

/** What became of the breaks of one module. */
export interface Watched {
  /** False: its tests fail without a break, and nothing was broken. */
  readonly isWhole: boolean;
  /** How many tests there are. */
  readonly tests: number;
  /** The numbers of the places of which no test noticed that they were broken. */
  readonly unnoticed: readonly number[];
}

/**
 * Breaks each of the places of a module, one at a time, and runs the module's tests on it. What makes them run for ever
 * counts as noticed. The files stay as they are. `root` is the clone; throws when the tests cannot be run at all.
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
    // The one after those that have an answer made the process run for ever.
    left = left.slice(turn.answered + 1);
  } while (left.length > 0);
  return { isWhole: true, tests: count, unnoticed };
}

interface Turn extends Watched {
  /** How many of the places have an answer. */
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
