import { setTimeout as sleep } from 'node:timers/promises';
import { sqlStateOf, statement, type Db } from '../../src/base/db.ts';
import type { Answer, MemoryDatabase, MemoryTx } from './memory-database.ts';

/** What conformance tests share: the same statements on PostgreSQL and on the memory database. */

/** A statement of the memory database that waits for the end of a transaction. */
export class Waits extends Error {
  readonly again: () => Answer;

  constructor(again: () => Answer) {
    super('The statement waits');
    this.again = again;
  }
}

/** The memory database as production code sees a database; each statement at a moment that `now` gives. */
export function memoryDb(memory: MemoryDatabase, now: () => number, tx?: MemoryTx): Db {
  return {
    query<Row>({ name }: { name: string }, values: readonly unknown[]): Promise<Row[]> {
      const answer = memory.execute(name, values, tx?.nowMs ?? now(), tx);
      if ('waitsFor' in answer) return Promise.reject(new Waits(answer.again));
      if ('refused' in answer) return Promise.reject(new Error(answer.refused));
      // The declared row type is what these tests compare.
      return Promise.resolve(answer.rows as Row[]);
    },
  };
}

/** Rows without an order of their own, in one; or the SQLSTATE, or that it waits. */
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

/** The rows of an answer that has them by now. */
export function rowsOf(answer: Answer): Promise<object[]> {
  return 'rows' in answer ? Promise.resolve(answer.rows) : Promise.reject(new Error('It waits again'));
}

const lockWaits = statement<[], { readonly count: number }>(
  'test_conformance_waits',
  `select count(*)::integer as count from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`,
);

/** Resolves when PostgreSQL waits for a lock: what the statement sees was fixed by then. Throws when it does not wait. */
export async function waiting(db: Db, running: Promise<unknown>, about: string): Promise<void> {
  let ended: unknown;
  void running.then((result) => (ended = result));
  for (;;) {
    const [found] = await lockWaits(db);
    if ((found?.count ?? 0) > 0) return;
    if (ended !== undefined) throw new Error(`PostgreSQL does not wait for ${about}: ${JSON.stringify(ended)}`);
  }
}

const LOOK_AFTER_MS = 50;

/** What a statement gives that is not to wait; throws when PostgreSQL lets it wait for a lock. */
export async function atOnce(db: Db, running: Promise<unknown>, about: string): Promise<unknown> {
  const late = Symbol('late');
  for (;;) {
    const result = await Promise.race([running, sleep(LOOK_AFTER_MS, late)]);
    if (result !== late) return result;
    const [found] = await lockWaits(db);
    if ((found?.count ?? 0) > 0) throw new Error(`PostgreSQL waits for ${about}`);
  }
}
