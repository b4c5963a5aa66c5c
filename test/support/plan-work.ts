import type { Database, Db, Tx } from '../../src/base/db.ts';

/** A plan as EXPLAIN (ANALYZE, FORMAT JSON) gives it: what of it tells how much was done. */
interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** What was asked, and how many rows PostgreSQL looked at for it. */
export interface Work {
  readonly text: string;
  readonly rows: number;
}

/**
 * A database that notes, before it runs a statement without a name in a transaction, what running it once took; each
 * transaction begins with `settings`.
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
  // The brand exists for the compiler only.
  return watched as Tx;
}

/** Runs a statement, takes back what it did, and sums the rows that each part of its plan gave or threw away. */
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
