import { readFileSync } from 'node:fs';
import type { Database } from '../../src/base/db.ts';
import { eventually } from '../support/app.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import type { Program } from './program.ts';

/** Kills a main process and then its children, because a running main process would restart them. */
export async function killAll(program: Program | undefined): Promise<void> {
  const pid = program?.child.pid ?? 0;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  program?.child.kill('SIGKILL');
  for (const child of children) process.kill(Number(child), 'SIGKILL');
  await program?.ended;
}

/** Holds the locks of a statement until the returned function is called, and then rolls back. */
export async function held(db: Database, sql: string, values: readonly unknown[]): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = db
    .transaction(async (tx) => {
      await rowsOf(tx, sql, values);
      locked.resolve();
      await released.promise;
      throw new Error('Taken back');
    })
    .catch(locked.reject);
  await locked.promise;
  return async () => {
    released.resolve();
    await done;
  };
}

/** Waits until this many sessions of the database wait for a lock. */
export async function waitForLocks(db: Database, waiting: number): Promise<void> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(`${waiting} sessions wait for a lock`, async () =>
    (await rowsOf(db, sql, [])).length >= waiting ? true : undefined,
  );
}
