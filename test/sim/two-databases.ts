import { setTimeout as sleep } from 'node:timers/promises';
import { sqlStateOf, statement, type Db } from '../../src/base/db.ts';
import type { Answer, MemoryDatabase, MemoryTx } from './memory-database.ts';

/**
 * Shared code for the conformance tests, which execute the same statements on PostgreSQL and on the in-memory database.
 */

/** Thrown if a statement on the in-memory database must wait for the end of a transaction. */
export class Waits extends Error {
  readonly again: () => Answer;

  constructor(again: () => Answer) {
    super('The statement waits');
    this.again = again;
  }
}

/**
 * Wraps the in-memory database in the interface that production code uses. `now` returns the time of each statement
 * outside of a transaction.
 */
export function memoryDb(memory: MemoryDatabase, now: () => number, tx?: MemoryTx): Db {
  return {
    query<Row>({ name }: { name: string }, values: readonly unknown[]): Promise<Row[]> {
      const answer = memory.execute(name, values, tx?.nowMs ?? now(), tx);
      if ('waitsFor' in answer) return Promise.reject(new Waits(answer.again));
      if ('refused' in answer) return Promise.reject(new Error(answer.refused));
      // Safe cast: these tests compare the rows, and the statement declares their type.
      return Promise.resolve(answer.rows as Row[]);
    },
  };
}

/**
 * Resolves with the result of a statement in a comparable form: its rows in a canonical order, its SQLSTATE, or the
 * fact that it must wait.
 */
export async function resultOf(running: Promise<unknown[]>): Promise<unknown> {
  try {
    const rows = await running;
    return rows
      .map((row) => JSON.stringify(Object.entries(Object(row)).sort(([a], [b]) => a.localeCompare(b, 'en'))))
      .sort();
  } catch (error) {
    if (error instanceof Waits) return error;
    return `refused ${sqlStateOf(error) ?? (error as Error).message}`;
  }
}

/** Returns the rows of a statement's result. Rejects if the statement must wait for another transaction. */
export function rowsOf(answer: Answer): Promise<object[]> {
  return 'rows' in answer ? Promise.resolve(answer.rows) : Promise.reject(new Error('It waits again'));
}

const lockWaits = statement<[], { readonly count: number }>(
  'test_conformance_waits',
  `select count(*)::integer as count from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`,
);

/**
 * Resolves when a statement on PostgreSQL waits for a lock. At that point, its snapshot is fixed. Throws if the
 * statement does not wait.
 */
export async function waiting(db: Db, running: Promise<unknown>, about: string): Promise<void> {
  let ended: unknown;
  void running.then((result) => (ended = result));
  for (;;) {
    const [found] = await lockWaits(db);
    if ((found?.count ?? 0) > 0) return;
    if (ended !== undefined) throw new Error(`PostgreSQL does not wait for ${about}: ${JSON.stringify(ended)}`);
  }
}

const CHECK_AFTER_MS = 50;

/** Resolves with the result of a statement on PostgreSQL. Throws if the statement waits for a lock. */
export async function atOnce(db: Db, running: Promise<unknown>, about: string): Promise<unknown> {
  const late = Symbol('late');
  for (;;) {
    const result = await Promise.race([running, sleep(CHECK_AFTER_MS, late)]);
    if (result !== late) return result;
    const [found] = await lockWaits(db);
    if ((found?.count ?? 0) > 0) throw new Error(`PostgreSQL waits for ${about}`);
  }
}
