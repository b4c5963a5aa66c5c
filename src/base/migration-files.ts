import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './crypto.ts';
import { StartupError } from './startup-error.ts';

/** File with the complete schema, for reference only. */
const SCHEMA = 'schema.sql';
const FILE_NAME = /^(\d{4})-[a-z0-9-]+(?:\.indexes)?\.sql$/;
/** File name of the first migration in development versions before 0.1.0. */
const BEFORE_BASELINE = '0001-accounts.sql';

/**
 * A migration file in `sql/`. The checksum of an applied migration is that of the file at the time when it was applied.
 */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Throws StartupError if a development version before 0.1.0 created the backup. No later version can restore it. */
export function refuseBackupBeforeBaseline(applied: readonly Migration[]): void {
  if (applied[0]?.name !== BEFORE_BASELINE) return;
  throw new StartupError(
    'The backup was made by a development version of Postrider and cannot be restored by this version',
    'Restore the backup with that version, and export the data that you need.',
  );
}

/**
 * Returns the first migration of this version that has not been applied. Throws StartupError if the applied migrations
 * do not match those of this version.
 */
export function nextMissing(known: readonly Migration[], applied: readonly Migration[]): Migration | undefined {
  if (applied[0]?.name === BEFORE_BASELINE) {
    throw new StartupError(
      'The database was created by a development version of Postrider and cannot be upgraded to this version',
      'Export the data that you need with that version, then start with an empty database: another DATABASE_URL or POSTRIDER_DATA.',
    );
  }
  const byNumber = new Map(known.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const expected = byNumber.get(number);
    if (expected === undefined) {
      throw new StartupError(
        `The database is newer than this program: it has the migration ${name}`,
        'Start the Postrider version that migrated the database or a later version, or restore a backup from before the migration.',
      );
    }
    if (expected.checksum !== checksum) {
      throw new StartupError(
        `The migration ${expected.name} differs from the one that was applied to the database (${name})`,
        'Reinstall Postrider to restore its sql directory. Put schema changes in a new migration file.',
      );
    }
  }
  const done = new Set(applied.map(({ number }) => number));
  return known.find(({ number }) => !done.has(number));
}

/**
 * Returns the migrations in a directory, by number. Throws StartupError for an invalid file name or a duplicate number.
 */
export function readMigrations(directory: string): Migration[] {
  const migrations = readdirSync(directory)
    .filter((name) => name.endsWith('.sql') && name !== SCHEMA)
    .sort()
    .map((name) => {
      // Normalize line endings, because they may differ between Git checkouts.
      const text = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
      return { number: Number(FILE_NAME.exec(name)?.[1]), name, checksum: sha256(text).toString('hex') };
    });
  migrations.forEach(({ number, name }, index) => {
    if (number > 0 && number !== migrations[index - 1]?.number) return;
    throw new StartupError(
      `${join(directory, name)} is not a valid migration: names must have the form 0001-topic.sql, and each number (1 or greater) must be unique`,
      'Remove or rename the file.',
    );
  });
  return migrations;
}
