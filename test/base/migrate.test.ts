import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../src/base/db.ts';
import { silentLog as log } from '../../src/base/log.ts';
import { migrate, requireMigrated } from '../../src/base/migrate.ts';
import { ensurePartitions } from '../../src/base/partitions.ts';
import { queryOnce } from '../../src/base/postgres/probe.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { createCleanup, projectRoot, temporaryPath } from './embedded.ts';

const cleanup = createCleanup();
afterEach(async () => cleanup.run());

async function database(options: { empty?: boolean } = { empty: true }): Promise<TestDatabase> {
  const made = await createTestDatabase(options);
  cleanup.add(made.drop);
  return made;
}

/** Creates a directory of migrations: file name -> SQL. */
function migrations(files: Readonly<Record<string, string>>): string {
  const directory = temporaryPath(cleanup, 'sql');
  mkdirSync(join(directory, 'functions'), { recursive: true });
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
  return directory;
}

async function tables(db: Db): Promise<string[]> {
  const text = `select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  return (await db.query<{ name: string }>({ name: '', text }, [])).map(({ name }) => name);
}

/**
 * Returns the names of the migrations in a directory, followed by the names of its functions, in the order in which
 * they are applied.
 */
function filesOf(directory: string): string[] {
  const functions = readdirSync(join(directory, 'functions')).map((name) => `functions/${name}`);
  return [...readdirSync(directory).filter((name) => /^\d{4}-/.test(name)), ...functions.sort()];
}

const TWO = {
  '0001-first.sql': 'create table first (id int);',
  '0002-second.sql': 'create table second (id int); -- last',
};

test('migrate applies every migration and function of the program in order, and nothing when it is repeated', async () => {
  const { db } = await database();
  const files = filesOf(join(projectRoot, 'sql'));
  expect(await migrate(db, { log })).toEqual({ applied: files });
  expect(await migrate(db, { log })).toEqual({ applied: [] });
  await requireMigrated(db);
});

test('a test database is migrated and has partitions from yesterday to seven days ahead, created once', async () => {
  const { db } = await database({});
  await requireMigrated(db);
  await Promise.all([ensurePartitions(db), ensurePartitions(db)]);
  // Count only partitions from yesterday on, because there is an older one if midnight has passed since the template
  // database was created.
  const text = `select count(*) as count from pg_partition_tree('message')
    where isleaf and relid::text >= 'message_' || to_char(now() at time zone 'utc' - interval '1 day', 'YYYYMMDD')`;
  expect(await db.query({ name: '', text }, [])).toEqual([{ count: 9 }]);
});

test('migrate applies only missing migrations', async () => {
  const { db } = await database();
  const directory = migrations({ '0001-first.sql': TWO['0001-first.sql'] });
  expect(await migrate(db, { log, directory })).toEqual({ applied: ['0001-first.sql'] });
  writeFileSync(join(directory, '0002-second.sql'), TWO['0002-second.sql']);
  expect(await migrate(db, { log, directory })).toEqual({ applied: ['0002-second.sql'] });
  expect(await tables(db)).toEqual(['first', 'schema_function', 'schema_migration', 'second']);
});

test('migrate applies each migration once when several processes run it at the same time', async () => {
  const { url } = await database();
  const directory = migrations({ ...TWO, '0003-slow.sql': 'select pg_sleep(0.2); create table third (id int);' });
  const pools = Array.from({ length: 4 }, () => openDatabase({ url, log, connections: 1, applicationName: 'test' }));
  for (const pool of pools) cleanup.add(async () => pool.close());
  const results = await Promise.all(pools.map(async (db) => migrate(db, { log, directory })));
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual([
    '0001-first.sql',
    '0002-second.sql',
    '0003-slow.sql',
  ]);
});

test('migrate rolls back a failed migration completely and keeps earlier ones', async () => {
  const { db } = await database();
  const directory = migrations({ ...TWO, '0003-broken.sql': 'create table third (id int); select no_such_column;' });
  await expect(migrate(db, { log, directory })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/0003-broken\.sql failed and was rolled back: .*no_such_column/),
  });
  expect(await tables(db)).toEqual(['first', 'schema_migration', 'second']);
  writeFileSync(join(directory, '0003-broken.sql'), 'create table third (id int);');
  expect(await migrate(db, { log, directory })).toEqual({ applied: ['0003-broken.sql'] });
});

test('a killed migration leaves nothing locked and is applied by the next start', async () => {
  const { db, url } = await database();
  const directory = migrations({ '0001-slow.sql': 'create table slow (id int); select pg_sleep(60);' });
  const killed = migrate(db, { log, directory }).catch((error: Error) => error);
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  while ((await queryOnce(url, kill)).length === 0);
  expect(await killed).toBeInstanceOf(Error);
  writeFileSync(join(directory, '0001-slow.sql'), 'create table slow (id int);');
  expect(await migrate(db, { log, directory })).toEqual({ applied: ['0001-slow.sql'] });
});

test('migrate retries a migration after a deadlock until it succeeds', async () => {
  const { db, url } = await database();
  const directory = migrations({ ...TWO });
  await migrate(db, { log, directory });
  writeFileSync(
    join(directory, '0003-both.sql'),
    'alter table first add column more int; select pg_advisory_xact_lock(1); alter table second add column more int;',
  );
  const other = openDatabase({ url, log, connections: 1, applicationName: 'traffic' });
  cleanup.add(async () => other.close());
  const waiting = (count: number) => `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' having count(*) = ${count}`;
  // Longer than PostgreSQL's deadlock timeout, so that the deadlock is detected before the lock times out.
  const locks = { waitMs: 20_000, pauseMs: 10, patienceMs: 60_000 };
  let migrating: Promise<unknown> = Promise.resolve();
  const crossed = other.transaction(
    async (tx) => {
      await tx.query({ name: '', text: 'select pg_advisory_xact_lock(1); lock table second in access share mode' }, []);
      migrating = migrate(db, { log, directory, locks });
      migrating.catch(() => {});
      while ((await queryOnce(url, waiting(1))).length === 0);
      // The migration waits for this transaction, which now waits for the migration.
      await tx.query({ name: '', text: 'lock table first in access share mode' }, []);
    },
    { deadlineMs: Infinity },
  );
  const outcomes = await Promise.allSettled([crossed, crossed.catch(() => {}).then(() => migrating)]);
  expect(outcomes[1]).toEqual({ status: 'fulfilled', value: { applied: ['0003-both.sql'] } });
});

test('migrate rejects an applied migration that has changed, except for its line endings', async () => {
  const { db } = await database();
  const directory = migrations({ '0001-first.sql': 'create table first (id int);\n' });
  await migrate(db, { log, directory });
  writeFileSync(join(directory, '0001-first.sql'), 'create table first (id int);\r\n');
  await requireMigrated(db, { directory });
  writeFileSync(join(directory, '0001-first.sql'), 'create table first (id bigint);\n');
  await expect(migrate(db, { log, directory })).rejects.toThrow('0001-first.sql differs from the one that was applied');
  await expect(requireMigrated(db, { directory })).rejects.toThrow('differs from the one that was applied');
});

test('migrate rejects a database that is newer than the program', async () => {
  const { db } = await database();
  const directory = migrations(TWO);
  await migrate(db, { log, directory });
  rmSync(join(directory, '0002-second.sql'));
  await expect(migrate(db, { log, directory })).rejects.toThrow(
    'newer than this program: it has the migration 0002-second.sql',
  );
  await expect(requireMigrated(db, { directory })).rejects.toThrow('newer than this program');
});

test('requireMigrated rejects an empty and an older database', async () => {
  const { db } = await database();
  const directory = migrations({ '0001-first.sql': TWO['0001-first.sql'] });
  const remedy = expect.stringContaining('postrider migrate');
  await expect(requireMigrated(db, { directory })).rejects.toMatchObject({ message: 'The database is empty', remedy });
  await migrate(db, { log, directory });
  writeFileSync(join(directory, '0002-second.sql'), TWO['0002-second.sql']);
  await expect(requireMigrated(db, { directory })).rejects.toMatchObject({
    message: expect.stringContaining('0002-second.sql is missing'),
    remedy,
  });
});

test.for([
  ['an invalid file name', { 'first.sql': '' }],
  ['a number used twice', { '0001-one.sql': '', '0001-two.sql': '' }],
  ['the number of the lock row', { '0000-lock.sql': '' }],
] as const)('migrate rejects %s before it applies anything', async ([, files]) => {
  const { db } = await database();
  await expect(migrate(db, { log, directory: migrations(files) })).rejects.toThrow('is not a valid migration');
  expect(await tables(db)).toEqual([]);
});

test('the migrations of the program contain no command that ends their transaction', () => {
  const directory = join(projectRoot, 'sql');
  for (const name of filesOf(directory)) {
    expect(readFileSync(join(directory, name), 'utf8'), name).not.toMatch(
      /^\s*(commit|rollback|begin transaction)\b/im,
    );
  }
});

describe('functions', () => {
  const ONE = 'create or replace function one() returns integer language sql as $$ select two() - 1 $$;';
  const TWO_FUNCTIONS = {
    'functions/one.sql': ONE,
    'functions/two.sql': 'create or replace function two() returns integer language sql as $$ select 2 $$;',
  };

  async function valueOf(db: Db, call: string): Promise<unknown> {
    return (await db.query<{ value: unknown }>({ name: '', text: `select ${call} as value` }, []))[0]?.value;
  }

  test('are created in any order and replaced when their text changes', async () => {
    const { db } = await database();
    const directory = migrations({ ...TWO, ...TWO_FUNCTIONS });
    expect((await migrate(db, { log, directory })).applied.slice(2)).toEqual([
      'functions/one.sql',
      'functions/two.sql',
    ]);
    expect(await migrate(db, { log, directory })).toEqual({ applied: [] });
    writeFileSync(join(directory, 'functions/one.sql'), ONE.replace('- 1', '+ 1'));
    await expect(requireMigrated(db, { directory })).rejects.toThrow('functions/one.sql is missing');
    expect(await migrate(db, { log, directory })).toEqual({ applied: ['functions/one.sql'] });
    await requireMigrated(db, { directory });
    expect(await valueOf(db, 'one()')).toBe(3);
  });

  test('of a later version are kept, so that an earlier version may restart during a rolling upgrade', async () => {
    const { db } = await database();
    const directory = migrations({ ...TWO, ...TWO_FUNCTIONS });
    await migrate(db, { log, directory });
    await db.query(
      { name: '', text: `update schema_function set version = '99.0.0', checksum = 'of a later one'` },
      [],
    );
    expect(await migrate(db, { log, directory })).toEqual({ applied: [] });
    await requireMigrated(db, { directory });
    await db.query({ name: '', text: `update schema_function set version = '0.0.9'` }, []);
    expect((await migrate(db, { log, directory })).applied).toEqual(Object.keys(TWO_FUNCTIONS));
  });

  test('with another result type under the same name are rejected, and other functions of that start are rolled back', async () => {
    const { db } = await database();
    const directory = migrations({ ...TWO, ...TWO_FUNCTIONS });
    await migrate(db, { log, directory });
    writeFileSync(join(directory, 'functions/one.sql'), ONE.replace('- 1', '+ 1'));
    const other = 'create or replace function two() returns bigint language sql as $$ select 2::bigint $$;';
    writeFileSync(join(directory, 'functions/two.sql'), other);
    await expect(migrate(db, { log, directory })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('functions/two.sql failed and was rolled back'),
      remedy: expect.stringContaining('a new name'),
    });
    expect(await valueOf(db, 'one()')).toBe(1);
  });
});

test('migrate rejects a database of a development version before 0.1.0 with a remedy', async () => {
  const { db } = await database();
  await migrate(db, { log, directory: migrations({ '0001-x.sql': 'create table account (id int);' }) });
  await db.query({ name: '', text: `update schema_migration set name = '0001-accounts.sql' where number = 1` }, []);
  const refusal = {
    name: 'StartupError',
    message: expect.stringContaining('created by a development version of Postrider'),
    remedy: expect.stringContaining('start with an empty database'),
  };
  await expect(migrate(db, { log })).rejects.toMatchObject(refusal);
  await expect(requireMigrated(db)).rejects.toMatchObject(refusal);
});
