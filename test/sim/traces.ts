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

/** Each statement of the memory database runs a little after the one before, as with the real one. */
export function clockFrom(startMs: number): () => number {
  let ticks = 0;
  return () => {
    ticks += 1;
    return startMs + ticks;
  };
}

/** Runs a statement of its own on both; fails where they differ. */
export async function runAlone({ count, memory, now, real, seed }: Trace, operation: Operation): Promise<void> {
  const expected = await resultOf(operation.run(real));
  const actual = await resultOf(operation.run(memoryDb(memory, now)));
  expect(actual, `${operation.name} in sequence ${seed}`).toEqual(expected);
  await operation.after?.(real);
  count(operation.name, actual);
}

/**
 * Runs statements in a transaction, others that `next` gives beside it until one waits, then the end of the transaction,
 * which frees who waits for it; on both databases. Fails where they differ.
 */
export async function runBeside(trace: Trace, inside: readonly Operation[], next: () => Operation): Promise<void> {
  const { count, memory, now, random, real, seed } = trace;
  const ends = pick(['commits', 'commits', 'rolls back'] as const, random);
  const memoryTx = memory.begin(now());
  let late: { operation: Operation; expected: Promise<unknown>; again: () => Answer } | undefined;
  const work = async (tx: Tx): Promise<void> => {
    for (const operation of inside) {
      const expected = await resultOf(operation.run(tx));
      const actual = await resultOf(operation.run(memoryDb(memory, now, memoryTx)));
      expect(actual, `${operation.name} in a transaction of sequence ${seed}`).toEqual(expected);
      await operation.after?.(tx);
      count(operation.name, actual);
    }
    for (let no = 0; no < 3 && !late; no += 1) {
      const operation = next();
      // Asked first in memory: what waits there must not be waited for here.
      const actual = await resultOf(operation.run(memoryDb(memory, now)));
      const expected = resultOf(operation.run(real));
      if (actual instanceof Waits) late = { operation, expected, again: actual.again };
      else {
        const about = `${operation.name} beside a transaction of sequence ${seed}`;
        expect(actual, about).toEqual(await atOnce(real, expected, about));
        await operation.after?.(real);
      }
    }
    if (late) await waiting(real, late.expected, `${late.operation.name} in sequence ${seed}`);
    if (ends === 'rolls back') throw new Error(ends);
  };
  await real.transaction(work).catch((error: Error) => {
    if (error.message !== ends) throw error;
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
    expect(actual, `${operation.name}, which waited, in sequence ${seed}`).toEqual(await expected);
    await operation.after?.(real);
    count('waited', [1]);
  }
}
