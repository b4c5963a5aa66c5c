import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { inCopySession, type CopySession } from '../../base/copy-session.ts';
import { sqlStateOf, type Db, type Tx } from '../../base/db.ts';
import { migrateInside } from '../../base/migrate.ts';
import { refuseBackupBeforeBaseline } from '../../base/migration-files.ts';
import { StartupError } from '../../base/startup-error.ts';
import { noteLoaded, unfinishedRestore } from './live.ts';
import { identityOf, type Manifest, type StoredTable } from './manifest.ts';
import { anyAccount, hasTable, listForeignKeys, listTriggered, listUsers, lockBackup } from './queries.ts';

const NO_RIGHT = '42501';
const NAME = 'restore';

/** The database to load a backup into, and whether its data may be replaced. */
export interface LoadOptions {
  readonly databaseUrl: string;
  readonly path: string;
  readonly manifest: Manifest;
  /** Whether to delete an existing installation. */
  readonly replace: boolean;
  /** Checks the loaded data before the commit. If this function throws, everything is rolled back. */
  readonly examine: (tx: Tx) => Promise<void>;
  /** Time that is recorded as the start of the hold. */
  readonly now: Date;
}

/**
 * Replaces the content of the database with a backup, in one transaction, and puts the installation on hold. If this
 * throws, the database is unchanged. Throws StartupError if the backup is damaged, if this version does not know its
 * schema, or if the database is in use or contains data that must not be replaced.
 */
export async function loadBackup(options: LoadOptions): Promise<void> {
  const { databaseUrl: url, manifest, path } = options;
  await inCopySession({ url, applicationName: NAME, begin: 'begin' }, async (copy) => {
    const { tx } = copy;
    refuseBackupBeforeBaseline(manifest.migrations);
    await requireFree(tx, options.replace);
    await emptySchema(tx);
    await migrateInside(tx, manifest.migrations).catch((error: unknown) => {
      throw error instanceof StartupError ? otherProgram(manifest, error) : error;
    });
    await makePartitions(tx, manifest);
    const restoreRules = await liftRules(tx);
    if (manifest.tables.length > 0) await run(tx, `truncate ${manifest.tables.map(({ name }) => name).join(', ')}`);
    for (const table of manifest.tables) if (table.stored) await loadTable(copy, path, table, table.stored.file);
    for (const { is_called: isCalled, name, value } of manifest.sequences) {
      await tx.query({ name: '', text: 'select setval($1::regclass, $2::bigint, $3)' }, [name, value, isCalled]);
    }
    await restoreRules();
    await options.examine(tx);
    await noteLoaded(tx, identityOf(path), options.now);
  });
}

/** Resolves with whether an unfinished restore has already loaded this backup. */
export async function isLoaded(db: Db, path: string): Promise<boolean> {
  const [table] = await hasTable(db, 'installation');
  return table?.is_there === true && (await unfinishedRestore(db)) === identityOf(path);
}

/** Throws StartupError if the database is in use or contains data that must not be replaced. */
async function requireFree(tx: Tx, replace: boolean): Promise<void> {
  const [turn] = await lockBackup(tx);
  if (!turn?.is_ours) {
    throw new StartupError(
      'A backup or another restore of this database is in progress',
      'Wait until the other operation ends. Nothing was changed.',
    );
  }
  const users = await listUsers(tx, `postrider ${NAME}`);
  if (users.length > 0) {
    const names = users.map(({ application_name: name, pid }) => `${name} (${pid})`).join(', ');
    throw new StartupError(
      `The database is in use by ${names}`,
      'Stop every process of this installation first, then run the restore again. Nothing was changed.',
    );
  }
  const [table] = await hasTable(tx, 'account');
  const isUsed = table?.is_there === true && (await anyAccount(tx)).length > 0;
  if (!isUsed || replace) return;
  throw new StartupError(
    'This database already contains Postrider data',
    'Restore into an empty database (another POSTRIDER_DATA or DATABASE_URL), or add --replace to delete the existing data. Nothing was changed.',
  );
}

async function emptySchema(tx: Tx): Promise<void> {
  try {
    await run(tx, 'drop schema if exists public cascade; create schema public; grant usage on schema public to public');
  } catch (error) {
    if (sqlStateOf(error) !== NO_RIGHT) throw error;
    throw new StartupError(
      `The database user cannot recreate the schema: ${(error as Error).message}`,
      'Make the user the owner of the database (alter database NAME owner to USER) and of its "public" schema. Alternatively, restore into a new database that the user owns. Nothing was changed.',
      { cause: error },
    );
  }
}

/** Creates the partitions that the migrations did not create. */
async function makePartitions(tx: Tx, { partitions }: Manifest): Promise<void> {
  for (const { bounds, name, options, parent } of partitions) {
    const [table] = await hasTable(tx, name);
    if (table?.is_there) continue;
    const storage = options === null ? '' : ` with (${options})`;
    await run(tx, `create table ${name} (like ${parent} including all)${storage}`);
    await run(tx, `alter table ${parent} attach partition ${name} ${bounds}`);
  }
}

/**
 * Drops foreign keys and disables triggers, because rows are loaded in any order and must not trigger anything.
 * Resolves with a function that restores both.
 */
async function liftRules(tx: Tx): Promise<() => Promise<void>> {
  const keys = await listForeignKeys(tx);
  const triggered = await listTriggered(tx);
  for (const { name, table_name: table } of keys) await run(tx, `alter table ${table} drop constraint ${name}`);
  for (const { name } of triggered) await run(tx, `alter table only ${name} disable trigger user`);
  return async () => {
    for (const { definition, name, table_name: table } of keys) {
      await run(tx, `alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const { name } of triggered) await run(tx, `alter table only ${name} enable trigger user`);
  };
}

async function loadTable(copy: CopySession, path: string, table: StoredTable, file: string): Promise<void> {
  const rows = copy.copyIn(`copy ${table.name} (${table.columns}) from stdin`);
  await pipeline(createReadStream(join(path, file)), createZstdDecompress(), rows);
  if (rows.rowCount === table.rows) return;
  throw new StartupError(
    `The backup is damaged: the table ${table.name} has ${rows.rowCount} rows instead of ${table.rows}`,
    'Use another backup. Nothing was changed.',
  );
}

async function run(tx: Tx, text: string): Promise<void> {
  await tx.query({ name: '', text }, []);
}

function otherProgram({ version }: Manifest, cause: StartupError): StartupError {
  return new StartupError(
    `The backup was made by Postrider ${version}, and this version cannot read its database: ${cause.message}`,
    `Restore the backup with Postrider ${version} or a later version. Nothing was changed.`,
    { cause },
  );
}
