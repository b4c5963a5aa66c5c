import { expect } from 'vitest';
import type { Database, Db, Tx } from '../../src/base/db.ts';
import { pick } from '../support/random.ts';
import type { Answer, MemoryDatabase } from './memory-database.ts';
import { atOnce, memoryDb, resultOf, rowsOf, Waits, waiting } from './two-databases.ts';

/** A statement that both databases run; `after` follows on PostgreSQL, in the same transaction. */
export interface Operation {
  readonly name: string;
  readonly run: (db: Db) => Promise<unknown[]>;
  readonly after?: (db: Db) => Promise<unknown>;
  /** What `run` makes of the rows, where it is not the rows themselves. */
  readonly shown?: (rows: readonly object[]) => object[];
}

/** A random row of statements over both databases. */
export interface Trace {
  /** Named when the databases differ. */
  readonly seed: number;
  readonly random: () => number;
  readonly real: Database;
  readonly memory: MemoryDatabase;
  /** The moment of the next statement of the memory database. */
  readonly now: () => number;
  /** Told of each operation that was compared, and what it gave. */
  readonly count: (name: string, result: unknown) => void;
}

/** How often each operation was compared. */
export type Counts = Map<string, number>;

/** The memory database of a trace, or one with a fault. */
export type Plant = (memory: MemoryDatabase) => MemoryDatabase;

/** No fault. */
export function whole(memory: MemoryDatabase): MemoryDatabase {
  return memory;
}

/** A memory database that does nothing when it is asked for one of its statements. */
export function skipping(name: string): Plant {
  return (memory) => ({
    ...memory,
    execute: (asked, values, nowMs, tx) => (asked === name ? { rows: [] } : memory.execute(asked, values, nowMs, tx)),
  });
}

const only = process.env['TRACE_SEED'];
/** Whether one trace alone is looked at again: then much never happens. */
export const isOneTrace = only !== undefined;

const DAY_MS = 86_400_000;
/** Days have seeds of their own, of which so many are enough; below are those of every day. */
const SEEDS_A_DAY = 10_000;

/** The seeds of random traces of today, in CI of every day; with TRACE_SEED, which a failure names, that one only. */
export function seedsOf(count: number): number[] {
  if (only !== undefined) return [Number(only)];
  // In CI a commit that was good is good again.
  return process.env['CI'] === undefined ? seedsAt(Date.now(), count) : fixedSeeds(count);
}

/**
 * The seeds of a day: half of them the same every day, so that nothing that was found gets lost, and half of them its own,
 * so that each day looks elsewhere.
 */
export function seedsAt(nowMs: number, count: number): number[] {
  const ofDay = Math.floor(nowMs / DAY_MS) * SEEDS_A_DAY;
  return Array.from({ length: count }, (_, no) => (no % 2 === 0 ? 1 + no / 2 : ofDay + (no + 1) / 2));
}

/** Seeds that are the same every day, for what must be found at any time. */
export function fixedSeeds(count: number): number[] {
  return Array.from({ length: count }, (_, no) => 1 + no);
}

/**
 * Runs a trace for each seed, side by side in as many databases as there are `lanes`. Rejects with what the first lane that
 * failed says; by then nothing runs any more, and what was not begun never does.
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
  // What was rejected has a reason.
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Each statement of the memory database runs a little after the one before, as with the real one. */
export function clockFrom(startMs: number): () => number {
  let ticks = 0;
  return () => {
    ticks += 1;
    return startMs + ticks;
  };
}

/** What a failure calls a trace, with what it takes to see it again. */
export function named(seed: number): string {
  return `sequence ${seed} (again with TRACE_SEED=${seed})`;
}

/** Runs a statement of its own on both; fails where they differ. */
export async function runAlone({ count, memory, now, real, seed }: Trace, operation: Operation): Promise<void> {
  const expected = await resultOf(operation.run(real));
  const actual = await resultOf(operation.run(memoryDb(memory, now)));
  expect(actual, `${operation.name} in ${named(seed)}`).toEqual(expected);
  await operation.after?.(real);
  count(operation.name, actual);
}

/**
 * Runs statements in a transaction, others that `next` gives beside it until one waits, then the end of the transaction,
 * which frees who waits for it; on both databases, with `settle` after each of the others. Fails where they differ.
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
      // Asked first in memory: what waits there must not be waited for here.
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
    // What waited for the transaction goes on now that it is over; the next trace must not meet it.
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
