import { expect } from 'vitest';
import type { Database, Db, Tx } from '../../src/base/db.ts';
import { pick } from '../support/random.ts';
import type { Answer, MemoryDatabase } from './memory-database.ts';
import { atOnce, memoryDb, resultOf, rowsOf, Waits, waiting } from './two-databases.ts';

/** A statement that is executed on both databases. On PostgreSQL, `after` runs next in the same transaction. */
export interface Operation {
  readonly name: string;
  readonly run: (db: Db) => Promise<unknown[]>;
  readonly after?: (db: Db) => Promise<unknown>;
  /**
   * Converts the rows from PostgreSQL to the format used for the comparison. By default, rows are compared unchanged.
   */
  readonly shown?: (rows: readonly object[]) => object[];
}

/** A random sequence of statements that is executed on both databases. */
export interface Trace {
  /** Seed of the trace. The error message contains it if the databases differ. */
  readonly seed: number;
  readonly random: () => number;
  readonly real: Database;
  readonly memory: MemoryDatabase;
  /** Returns the time of the next statement on the in-memory database. */
  readonly now: () => number;
  /** Called with each compared operation and its result. */
  readonly count: (name: string, result: unknown) => void;
}

/** Number of comparisons by operation. */
export type Counts = Map<string, number>;

/** Returns the in-memory database for a trace, unchanged or with a planted bug. */
export type Plant = (memory: MemoryDatabase) => MemoryDatabase;

/** Returns the in-memory database without a bug. */
export function whole(memory: MemoryDatabase): MemoryDatabase {
  return memory;
}

/** Plants a bug: the statement with this name has no effect. */
export function skipping(name: string): Plant {
  return (memory) => ({
    ...memory,
    execute: (asked, values, nowMs, tx) => (asked === name ? { rows: [] } : memory.execute(asked, values, nowMs, tx)),
  });
}

const only = process.env['TRACE_SEED'];
/** Whether a single trace is rerun after a failure. Many operations don't occur in such a run. */
export const isOneTrace = only !== undefined;

const DAY_MS = 86_400_000;
/**
 * Number of seeds per day. The seeds of a day start at the number of the day times this number. Seeds below this number
 * are used on every day.
 */
const SEEDS_A_DAY = 10_000;

/**
 * Returns the seeds of random traces for today. In CI, returns the seeds that are used every day. If TRACE_SEED is set
 * to the seed of a failure, returns only this seed.
 */
export function seedsOf(count: number): number[] {
  if (only !== undefined) return [Number(only)];
  // CI uses the same seeds every day, because a commit that passed must pass again.
  return process.env['CI'] === undefined ? seedsAt(Date.now(), count) : fixedSeeds(count);
}

/**
 * Returns the seeds for a day. Half of them are the same every day, so that known failures are tested again. The others
 * are specific to the day, so that each day tests new traces.
 */
export function seedsAt(nowMs: number, count: number): number[] {
  const ofDay = Math.floor(nowMs / DAY_MS) * SEEDS_A_DAY;
  return Array.from({ length: count }, (_, no) => (no % 2 === 0 ? 1 + no / 2 : ofDay + (no + 1) / 2));
}

/** Returns seeds that are the same every day, for tests that must always detect a failure. */
export function fixedSeeds(count: number): number[] {
  return Array.from({ length: count }, (_, no) => 1 + no);
}

/**
 * Runs one trace for each seed, in parallel on the given databases (`lanes`). After a failure, no further traces are
 * started, and the promise rejects with the first error when all running traces have ended.
 */
export async function runTraces<Lane>(
  lanes: readonly Lane[],
  seeds: readonly number[],
  run: (lane: Lane, seed: number) => Promise<void>,
): Promise<void> {
  const left = [...seeds];
  const through = async (lane: Lane): Promise<void> => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      try {
        await run(lane, seed);
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(lanes.map(through));
  const failed = ended.find(({ status }) => status === 'rejected');
  // Safe cast: a rejected result has a reason.
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Returns a clock for the in-memory database that advances with each statement, as PostgreSQL's clock does. */
export function clockFrom(startMs: number): () => number {
  let ticks = 0;
  return () => {
    ticks += 1;
    return startMs + ticks;
  };
}

/** Describes a failed trace, including the command to run it again. */
export function named(seed: number): string {
  return `sequence ${seed} (again with TRACE_SEED=${seed})`;
}

/** Runs an autocommit statement on both databases. Throws if the results differ. */
export async function runAlone({ count, memory, now, real, seed }: Trace, operation: Operation): Promise<void> {
  const expected = await resultOf(operation.run(real));
  const actual = await resultOf(operation.run(memoryDb(memory, now)));
  expect(actual, `${operation.name} in ${named(seed)}`).toEqual(expected);
  await operation.after?.(real);
  count(operation.name, actual);
}

/**
 * Runs statements in a transaction. While the transaction is open, runs up to three operations from `next` outside of
 * it, until one of them must wait. Then ends the transaction, so that the waiting operation resumes. Does this on both
 * databases, and calls `settle` after each operation outside of the transaction. Throws if the databases differ.
 */
export async function runBeside(
  trace: Trace,
  inside: readonly Operation[],
  next: () => Operation,
  settle: () => Promise<void>,
): Promise<void> {
  const { count, memory, now, random, real, seed } = trace;
  const ends = pick(['commits', 'commits', 'rolls back'] as const, random);
  const memoryTx = memory.begin(now());
  let late: { operation: Operation; expected: Promise<unknown>; again: () => Answer } | undefined;
  let asked: Promise<unknown> | undefined;
  const work = async (tx: Tx): Promise<void> => {
    for (const operation of inside) {
      const expected = await resultOf(operation.run(tx));
      const actual = await resultOf(operation.run(memoryDb(memory, now, memoryTx)));
      expect(actual, `${operation.name} in a transaction of ${named(seed)}`).toEqual(expected);
      await operation.after?.(tx);
      count(operation.name, actual);
    }
    for (let no = 0; no < 3 && !late; no += 1) {
      const operation = next();
      // Run the operation in memory first, to find out whether it must wait for a lock. If it must, do not await the
      // operation on PostgreSQL here.
      const actual = await resultOf(operation.run(memoryDb(memory, now)));
      const expected = resultOf(operation.run(real));
      asked = expected;
      if (actual instanceof Waits) late = { operation, expected, again: actual.again };
      else {
        const about = `${operation.name} beside a transaction of ${named(seed)}`;
        expect(actual, about).toEqual(await atOnce(real, expected, about));
        await operation.after?.(real);
        await settle();
      }
    }
    if (late) await waiting(real, late.expected, `${late.operation.name} in ${named(seed)}`);
    if (ends === 'rolls back') throw new Error(ends);
  };
  await real.transaction(work).catch(async (error: Error) => {
    if (error.message === ends) return;
    // The operation that waited for the transaction continues now. It must end before the next trace starts.
    await asked;
    throw error;
  });
  if (ends === 'rolls back') {
    memory.rollback(memoryTx);
    count('rolled back', [1]);
  } else memory.commit(memoryTx);
  if (late) {
    const { again, expected, operation } = late;
    const answer = again();
    const actual =
      'refused' in answer ? `refused ${answer.refused}` : await resultOf(rowsOf(answer).then(operation.shown));
    expect(actual, `${operation.name}, which waited, in ${named(seed)}`).toEqual(await expected);
    await operation.after?.(real);
    count('waited', [1]);
  }
}
