import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sqlStateOf, statement, type Database, type Db, type Tx } from './db.ts';
import { buildIndex, readIndexes } from './index-migration.ts';
import type { Log } from './log.ts';
import { nextMissing, readMigrations, type Migration } from './migration-files.ts';
import { explainMissingRight } from './postgres/requirements.ts';
import { applyFunctions, missingFunction } from './schema-functions.ts';
import { StartupError } from './startup-error.ts';

const DIRECTORY = fileURLToPath(new URL('../../sql/', import.meta.url));
/** File name suffix of index migrations. Their indexes are built while the tables are in use. */
const INDEXES = '.indexes.sql';
/**
 * Number of the row in `schema_migration` that is locked during a migration. No migration has this number, because they
 * are numbered from 1.
 */
const LOCK_NUMBER = 0;
/** An arbitrary advisory lock key that nothing else in this database uses. */
const ADVISORY_KEY = 7_067_438_112;
const UNDEFINED_TABLE = '42P01';
/** SQLSTATEs of errors that occur because another session holds a lock: lock timeout and deadlock. */
const LOCKED_OUT: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);
/**
 * Maximum time, in milliseconds, to wait for a lock. Other sessions queue behind a migration that waits for a lock, so
 * it stops waiting after this time and retries.
 */
const LOCK_WAIT_MS = 2_000;
/** Delay between two attempts, in milliseconds, during which queued sessions can proceed. */
const PAUSE_MS = 3_000;
/**
 * Maximum total time, in milliseconds, for acquiring a lock. After this time, the migration fails, because a lock that
 * is held for so long needs investigation.
 */
const PATIENCE_MS = 10 * 60_000;

/** Result when another process is migrating. */
const BUSY = Symbol('busy');
const BUSY_PAUSE_MS = 100;

const FIX = 'Fix the cause (for example, permissions of the database user or disk space), then start Postrider again.';

/**
 * Removes the pool's timeouts, which are intended for requests. Waiting for the lock, and the migration itself, may
 * take any amount of time.
 */
const liftLimits = statement<[], unknown>(
  'base_migrate_lift_limits',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
);

/** Sets the lock timeout for the following statements of this transaction. */
const limitLockWait = statement<[wait: string], unknown>(
  'base_migrate_limit_lock_wait',
  `select set_config('lock_timeout', $1, true)`,
);

/**
 * Finds the transaction that has been open the longest among the other sessions in this database. It most likely holds
 * the lock.
 */
const findOldest = statement<[], { readonly pid: number; readonly application_name: string }>(
  'base_migrate_find_oldest',
  `select pid, application_name from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
   order by xact_start limit 1`,
);

/**
 * Tries to acquire the lock without waiting. A waiting session would hold a snapshot, and an index build waits for old
 * snapshots.
 */
const lockAdvisory = statement<[key: number], { readonly is_ours: boolean }>(
  'base_migrate_lock_advisory',
  'select pg_try_advisory_xact_lock($1) as is_ours',
);

const createTable = statement<[], unknown>(
  'base_migrate_create_table',
  `create table if not exists schema_migration (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`,
);

const createLockRow = statement<[number: number], unknown>(
  'base_migrate_create_lock_row',
  `insert into schema_migration (number, name, checksum) values ($1, 'lock', '') on conflict do nothing`,
);

const lockRow = statement<[number: number], unknown>(
  'base_migrate_lock_row',
  'select number from schema_migration where number = $1 for update skip locked',
);

const listApplied = statement<[lockNumber: number], Migration>(
  'base_migrate_list_applied',
  'select number, name, checksum from schema_migration where number <> $1 order by number',
);

const record = statement<[number: number, name: string, checksum: string], unknown>(
  'base_migrate_record',
  'insert into schema_migration (number, name, checksum) values ($1, $2, $3)',
);

export interface MigrateOptions {
  readonly directory?: string;
  readonly log: Log;
  /**
   * Timeouts for acquiring locks that other sessions hold: the maximum wait for one lock, the delay between attempts,
   * and the maximum total wait.
   */
  readonly locks?: { readonly waitMs: number; readonly pauseMs: number; readonly patienceMs: number };
}

interface Run {
  readonly db: Database;
  readonly log: Log;
  readonly directory: string;
  readonly known: readonly Migration[];
  readonly locks: NonNullable<MigrateOptions['locks']>;
}

/**
 * Applies the missing migrations in order, then the changed functions (`functions/NAME.sql`). Returns the names of the
 * files that this call applied.
 *
 * Each migration (`NNNN-topic.sql`) has its own transaction, and all functions together have one. Indexes
 * (`NNNN-topic.indexes.sql`) are built while their tables are in use. Table locks are requested with short timeouts and
 * retried, so that the installation keeps working. Safe to call from several processes at once, and after a kill at any
 * time.
 *
 * Throws StartupError if an applied migration was changed, is unknown to this version, fails, or does not get a lock
 * within ten minutes.
 */
export async function migrate(db: Database, options: MigrateOptions): Promise<{ applied: string[] }> {
  const { directory = DIRECTORY, log } = options;
  const locks = options.locks ?? { waitMs: LOCK_WAIT_MS, pauseMs: PAUSE_MS, patienceMs: PATIENCE_MS };
  const run = { db, directory, known: readMigrations(directory), locks, log };
  const applied: string[] = [];
  // Each iteration acquires the lock again. A killed process then leaves nothing locked, and another process can take
  // over.
  for (;;) {
    const name = await lockingBriefly(run, 'A migration', async () =>
      // A migration may take any amount of time, so there is no deadline, and the server's own limit is removed.
      db.transaction(async (tx) => applyNext(tx, run), { deadlineMs: Infinity }),
    );
    if (name === undefined) break;
    if (name === BUSY) await sleep(BUSY_PAUSE_MS);
    else applied.push(...name);
  }
  if (applied.length > 0) log.info('Database migrated', { files: applied.length, to: applied.at(-1) });
  return { applied };
}

/**
 * Repeats `work` until it gets its locks. `work` must fail instead of waiting long for a lock. Also retries after a
 * deadlock, which PostgreSQL resolves by aborting the migration.
 */
async function lockingBriefly<T>({ db, locks, log }: Run, what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof StartupError ? error.cause : error;
      if (!LOCKED_OUT.has(sqlStateOf(cause))) throw error;
      const [oldest] = await findOldest(db);
      const holder = oldest && `${oldest.application_name || 'an unnamed program'} (process ${oldest.pid})`;
      if (performance.now() - startedAt > locks.patienceMs) {
        throw new StartupError(
          `${what} could not acquire a lock within ${locks.patienceMs / 60_000} minutes: ${holder ?? 'another session'} holds a lock on a table`,
          `End that transaction (select pg_terminate_backend(${oldest?.pid ?? 'pid'})) or wait for it to finish, then start Postrider again.`,
          { cause },
        );
      }
      log.warn(`${what} is waiting for a table lock; retrying`, { longestTransaction: holder });
      await sleep(locks.pauseMs);
    }
  }
}

/**
 * Throws StartupError unless the database has exactly the migrations of this version, and no outdated functions. For
 * processes that do not migrate.
 */
export async function requireMigrated(db: Db, options: { readonly directory?: string } = {}): Promise<void> {
  const directory = options.directory ?? DIRECTORY;
  const known = readMigrations(directory);
  const applied = await listApplied(db, LOCK_NUMBER).catch((error: Error & { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  const missing = nextMissing(known, applied)?.name ?? (await missingFunction(db, directory));
  if (missing === undefined) return;
  throw new StartupError(
    applied.length === 0 ? 'The database is empty' : `The database schema is out of date: ${missing} is missing`,
    'Run "postrider migrate", then start Postrider again.',
  );
}

/**
 * Creates the schema that results from exactly these migrations, in the caller's transaction and in an empty schema.
 * Throws StartupError if this version lacks one of them, or has a different migration with the same number.
 */
export async function migrateInside(tx: Tx, wanted: readonly Migration[]): Promise<void> {
  nextMissing(readMigrations(DIRECTORY), wanted);
  await createTable(tx);
  await createLockRow(tx, LOCK_NUMBER);
  for (const { checksum, name, number } of wanted) {
    await tx.query({ name: '', text: readFileSync(join(DIRECTORY, name), 'utf8') }, []);
    await record(tx, number, name, checksum);
  }
}

/** Returns the migrations that were applied to a database, in order. Rejects if the database has no schema. */
export async function appliedMigrations(db: Db): Promise<Migration[]> {
  return listApplied(db, LOCK_NUMBER);
}

/**
 * Applies the first missing migration or, if none is missing, all changed functions. Returns the names of the files,
 * BUSY while another process is migrating, or undefined if the database is up to date.
 */
async function applyNext(tx: Tx, run: Run): Promise<string[] | typeof BUSY | undefined> {
  const { directory, known } = run;
  await liftLimits(tx);
  // The advisory lock guards the creation of the table. The row lock also works where advisory locks do not, for
  // example through a pooler or across several nodes.
  const [advisory] = await lockAdvisory(tx, ADVISORY_KEY);
  if (!advisory?.is_ours) return BUSY;
  await createTable(tx).catch(explainMissingRight);
  await createLockRow(tx, LOCK_NUMBER);
  if ((await lockRow(tx, LOCK_NUMBER)).length === 0) return BUSY;
  const next = nextMissing(known, await listApplied(tx, LOCK_NUMBER));
  if (next === undefined) {
    await limitLockWait(tx, `${run.locks.waitMs}ms`);
    const functions = await applyFunctions(tx, directory);
    return functions.length > 0 ? functions : undefined;
  }
  const text = readFileSync(join(directory, next.name), 'utf8');
  // Other migrating processes wait for this transaction. Index builds run outside the transaction and need none of its
  // locks.
  if (next.name.endsWith(INDEXES)) {
    // Run an unnamed statement to end the portal of the last named one. The portal would keep its snapshot, and an
    // index build waits for old snapshots.
    await tx.query({ name: '', text: 'select' }, []);
    await buildIndexes(run, next.name, text);
  } else await runFile(tx, text, next.name, run.locks.waitMs);
  await record(tx, next.number, next.name, next.checksum);
  return [next.name];
}

async function runFile(tx: Tx, text: string, name: string, waitMs: number): Promise<void> {
  try {
    await limitLockWait(tx, `${waitMs}ms`);
    // The driver sends a statement without a name or parameters to the server unchanged, so the text may contain
    // several statements.
    await tx.query({ name: '', text }, []);
  } catch (error) {
    throw new StartupError(`The migration ${name} failed and was rolled back: ${(error as Error).message}`, FIX, {
      cause: error,
    });
  }
}

async function buildIndexes(run: Run, name: string, text: string): Promise<void> {
  const indexes = readIndexes(name, text);
  try {
    await run.db.alone(async (db) => {
      const lockBriefly = async (command: string): Promise<void> =>
        lockingBriefly(run, 'An index build', async () => {
          await db.query({ name: '', text: `set lock_timeout = ${run.locks.waitMs}` }, []);
          await db.query({ name: '', text: command }, []);
        });
      for (const index of indexes) await buildIndex(db, index, lockBriefly);
    });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The migration ${name} failed: ${(error as Error).message}`, FIX, { cause: error });
  }
}
