import type { Database, Db, Tx } from '../../src/base/db.ts';

/** The parts of an EXPLAIN (ANALYZE, FORMAT JSON) plan that show how much work a statement does. */
interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** A statement, and the number of rows that the nodes of its plan returned or discarded. */
export interface Work {
  readonly text: string;
  readonly rows: number;
}

/**
 * Wraps a database so that each unnamed SELECT or WITH statement in a transaction is measured before it is executed.
 * Each transaction starts with the given `settings`.
 */
export function watchedWork(db: Database, settings: string): { readonly db: Database; readonly done: readonly Work[] } {
  const done: Work[] = [];
  const watched: Database = {
    ...db,
    transaction: async (work, options) =>
      db.transaction(async (tx) => {
        if (settings !== '') await tx.query({ name: '', text: settings }, []);
        return work(watchedTx(tx, done));
      }, options),
  };
  return { db: watched, done };
}

function watchedTx(tx: Tx, done: Work[]): Tx {
  const watched: Db = {
    async query<Row>(asked: Parameters<Db['query']>[0], values: readonly unknown[]) {
      if (asked.name === '' && /^(?:select|with)\b/.test(asked.text)) {
        done.push({ text: asked.text, rows: await rowsLookedAt(tx, asked.text, values) });
      }
      return tx.query<Row>(asked, values);
    },
  };
  // Safe cast: the brand exists only at compile time.
  return watched as Tx;
}

/**
 * Measures a statement in a savepoint that is rolled back. Returns the total number of rows that all nodes of the
 * statement's plan returned or discarded.
 */
async function rowsLookedAt(tx: Tx, text: string, values: readonly unknown[]): Promise<number> {
  await tx.query({ name: '', text: 'savepoint watched' }, []);
  const explain = `explain (analyze, timing off, summary off, format json) ${text}`;
  const [row] = await tx.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>({ name: '', text: explain }, values);
  await tx.query({ name: '', text: 'rollback to savepoint watched' }, []);
  return row?.['QUERY PLAN'].reduce((sum, { Plan: plan }) => sum + rowsOf(plan), 0) ?? 0;
}

function rowsOf(plan: Plan): number {
  const each = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), each * plan['Actual Loops']);
}
