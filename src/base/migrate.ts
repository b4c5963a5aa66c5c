import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from './crypto.ts';
import { statement, type Database, type Db, type Tx } from './db.ts';
import type { Log } from './log.ts';
import { StartupError } from './startup-error.ts';

const DIRECTORY = fileURLToPath(new URL('../../sql/', import.meta.url));
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;
/** The row of `schema_migration` that is locked while migrating; migrations count from 1. */
const LOCK_NUMBER = 0;
/** Any number that no other use of this database takes. */
const ADVISORY_KEY = 7_067_438_112;
const UNDEFINED_TABLE = '42P01';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Waits for the lock, and for a long migration, as long as it takes: the pool's limits are for requests. */
const liftLimits = statement<[], unknown>(
  'base_migrate_lift_limits',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
);

const lockAdvisory = statement<[key: number], unknown>(
  'base_migrate_lock_advisory',
  'select pg_advisory_xact_lock($1)',
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
  'select number from schema_migration where number = $1 for update',
);

const listApplied = statement<[lockNumber: number], Migration>(
  'base_migrate_list_applied',
  'select number, name, checksum from schema_migration where number <> $1 order by number',
);

const record = statement<[number: number, name: string, checksum: string], unknown>(
  'base_migrate_record',
  'insert into schema_migration (number, name, checksum) values ($1, $2, $3)',
);

/**
 * Applies the migrations (`NNNN-topic.sql`) that the database lacks, in order, each in a transaction of its own; gives
 * the names of those that this call applied. Safe from several processes at once and after a kill at any moment.
 * Throws StartupError when an applied migration has changed, is not known here, or fails.
 */
export async function migrate(
  db: Database,
  options: { readonly directory?: string; readonly log: Log },
): Promise<{ applied: string[] }> {
  const directory = options.directory ?? DIRECTORY;
  const known = readMigrations(directory);
  const applied: string[] = [];
  // Each turn takes the lock again, so that a killed process leaves nothing locked and others may take over.
  for (;;) {
    // However long it takes; the server's own limit is lifted as well.
    const name = await db.transaction(async (tx) => applyNext(tx, directory, known), { deadlineMs: Infinity });
    if (name === undefined) break;
    applied.push(name);
  }
  if (applied.length > 0) options.log.info('Migrated the database', { migrations: applied.length, to: applied.at(-1) });
  return { applied };
}

/** For processes that do not migrate: throws StartupError unless the database has exactly this program's migrations. */
export async function requireMigrated(db: Db, options: { readonly directory?: string } = {}): Promise<void> {
  const known = readMigrations(options.directory ?? DIRECTORY);
  const applied = await listApplied(db, LOCK_NUMBER).catch((error: Error & { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  const missing = nextMissing(known, applied);
  if (missing === undefined) return;
  throw new StartupError(
    applied.length === 0
      ? 'The database is empty'
      : `The database is older than this program: it lacks ${missing.name}`,
    'Run "postrider migrate" once, then start again.',
  );
}

/** Applies the first missing migration; gives its name, or undefined when none is missing. */
async function applyNext(tx: Tx, directory: string, known: readonly Migration[]): Promise<string | undefined> {
  await liftLimits(tx);
  // The advisory lock guards the creation of the table; the row also guards where advisory locks do not reach, for
  // example behind a pooler or over several nodes.
  await lockAdvisory(tx, ADVISORY_KEY);
  await createTable(tx);
  await createLockRow(tx, LOCK_NUMBER);
  await lockRow(tx, LOCK_NUMBER);
  const next = nextMissing(known, await listApplied(tx, LOCK_NUMBER));
  if (next === undefined) return undefined;
  await runFile(tx, join(directory, next.name), next.name);
  await record(tx, next.number, next.name, next.checksum);
  return next.name;
}

async function runFile(tx: Tx, path: string, name: string): Promise<void> {
  try {
    // Without a name and without values the driver sends the text as it is: several commands at once.
    await tx.query({ name: '', text: readFileSync(path, 'utf8') }, []);
  } catch (error) {
    throw new StartupError(
      `The migration ${name} failed and was rolled back: ${(error as Error).message}`,
      'Mend what the message names (for example rights of the database user, or disk space) and start again.',
      { cause: error },
    );
  }
}

/** The first known migration that is not applied. Throws StartupError when what is applied does not fit to what is known. */
function nextMissing(known: readonly Migration[], applied: readonly Migration[]): Migration | undefined {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const expected = byNumber.get(number);
    if (expected === undefined) {
      throw new StartupError(
        `The database is newer than this program: it has the migration ${name}`,
        'Start the Postrider version that migrated it or a later one, or restore the backup from before.',
      );
    }
    if (expected.checksum !== checksum) {
      throw new StartupError(
        `The migration ${expected.name} is not the one that was applied to the database (${name})`,
        'Install Postrider again to restore its sql directory; changes of the schema belong into a new file.',
      );
    }
  }
  const done = new Set(applied.map(({ number }) => number));
  return known.find(({ number }) => !done.has(number));
}

/** The migrations of a directory by number. Throws StartupError for a name of another form or a number used twice. */
function readMigrations(directory: string): Migration[] {
  const migrations = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // Line ends may differ between checkouts.
      const text = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
      return { number: Number(FILE_NAME.exec(name)?.[1]), name, checksum: sha256(text).toString('hex') };
    });
  migrations.forEach(({ number, name }, index) => {
    if (number > LOCK_NUMBER && number !== migrations[index - 1]?.number) return;
    throw new StartupError(
      `${join(directory, name)} is no migration: names have the form 0001-topic.sql, each number once, from 1`,
      'Remove or rename the file.',
    );
  });
  return migrations;
}
