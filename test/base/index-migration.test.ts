import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openDatabase, type Database, type Db } from '../../src/base/db.ts';
import { silentLog as log, type Log } from '../../src/base/log.ts';
import { migrate } from '../../src/base/migrate.ts';
import { createTestDatabase } from '../support/db.ts';
import { createCleanup, temporaryPath } from './embedded.ts';

const cleanup = createCleanup();
afterEach(async () => cleanup.run());

const BRIEF = { waitMs: 100, pauseMs: 20, patienceMs: 60_000 };
const PARTS = `
  create table part (id int not null, word text) partition by range (id);
  create table part_1 partition of part for values from (0) to (1000);
  create table part_2 partition of part for values from (1000) to (2000);
  insert into part select n, 'word ' || n from generate_series(0, 1999) n;`;
const BY_WORD = 'create index part_by_word on part (word) where word is not null;';

async function database(): Promise<{ db: Database; url: string }> {
  const made = await createTestDatabase({ empty: true });
  cleanup.add(made.drop);
  return made;
}

function migrations(files: Readonly<Record<string, string>>): string {
  const directory = temporaryPath(cleanup, 'sql');
  mkdirSync(directory);
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
  return directory;
}

async function rows<Row>(db: Db, text: string): Promise<Row[]> {
  return db.query<Row>({ name: '', text }, []);
}

async function validity(db: Db): Promise<Record<string, boolean>> {
  const found = await rows<{ name: string; valid: boolean }>(
    db,
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index
     where indexrelid::regclass::text like '%by_word%' order by 1`,
  );
  return Object.fromEntries(found.map(({ name, valid }) => [name, valid]));
}

/** Starts a transaction that holds a lock. Resolves with a function that ends the transaction. */
async function holding(url: string, ...commands: string[]): Promise<() => Promise<void>> {
  const other = openDatabase({ url, log, connections: 1, applicationName: 'writer' });
  const { promise: held, resolve: holds } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const done = other.transaction(async (tx) => {
    for (const text of commands) await tx.query({ name: '', text }, []);
    holds();
    await over;
  });
  await held;
  const finish = async (): Promise<void> => {
    end();
    await done;
    await other.close();
  };
  cleanup.add(() => finish().catch(() => {}));
  return finish;
}

/** Polls until `condition` is true. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(5);
}

test('indexes of a partitioned table are built per partition, become valid and exist on later partitions', async () => {
  const { db } = await database();
  const directory = migrations({ '0001-parts.sql': PARTS, '0002-by-word.indexes.sql': `-- For words.\n${BY_WORD}` });
  expect(await migrate(db, { log, directory })).toEqual({ applied: ['0001-parts.sql', '0002-by-word.indexes.sql'] });
  expect(await validity(db)).toEqual({ part_by_word: true, part_by_word_1: true, part_by_word_2: true });
  await rows(db, 'create table part_3 partition of part for values from (2000) to (3000)');
  expect(Object.keys(await validity(db))).toHaveLength(3);
  expect(await rows(db, `select from pg_inherits where inhparent = 'part_by_word'::regclass`)).toHaveLength(3);
  expect(await migrate(db, { log, directory })).toEqual({ applied: [] });
});

test('an index build blocks no writes and does not wait for long transactions on the table', async () => {
  const { db, url } = await database();
  const directory = migrations({ '0001-parts.sql': PARTS });
  await migrate(db, { log, directory });
  writeFileSync(join(directory, '0002-by-word.indexes.sql'), BY_WORD);
  // An open transaction with a write. An ordinary `create index` would wait for this transaction and block all other
  // writes.
  const finish = await holding(url, `insert into part values (1, 'held')`);
  let isDone = false;
  const migrated = migrate(db, { log, directory, locks: BRIEF }).finally(() => (isDone = true));
  for (let turn = 0; turn < 20; turn += 1) {
    await rows(db, `insert into part values (${turn}, 'written')`);
    await pause(20);
  }
  expect(isDone).toBe(false);
  await finish();
  expect(await migrated).toEqual({ applied: ['0002-by-word.indexes.sql'] });
  expect(await validity(db)).toEqual({ part_by_word: true, part_by_word_1: true, part_by_word_2: true });
  expect(await rows(db, `select from part where word = 'written'`)).toHaveLength(20);
});

test('an index that a killed process left unfinished is rebuilt', async () => {
  const { db } = await database();
  const directory = migrations({ '0001-parts.sql': `${PARTS} create table flat (id int, word text);` });
  await migrate(db, { log, directory });
  writeFileSync(
    join(directory, '0002-by-word.indexes.sql'),
    `${BY_WORD} create unique index flat_by_word on flat (word);`,
  );
  await rows(db, `insert into flat values (1, 'twice'), (2, 'twice')`);
  // This migration fails partway and leaves an invalid index.
  await expect(migrate(db, { log, directory })).rejects.toThrow(/0002-by-word\.indexes\.sql failed: .*unique/);
  expect(await validity(db)).toMatchObject({ part_by_word: true, flat_by_word: false });
  await rows(db, 'delete from flat where id = 2');
  // Also leave an index on the partitioned table without any attached partition index.
  await rows(db, 'drop index part_by_word');
  await rows(db, 'create index part_by_word on only part (word) where word is not null');
  expect(await migrate(db, { log, directory })).toEqual({ applied: ['0002-by-word.indexes.sql'] });
  expect(await validity(db)).toMatchObject({
    part_by_word: true,
    part_by_word_1: true,
    part_by_word_2: true,
    flat_by_word: true,
  });
});

test('several processes at once build each index once', async () => {
  const { url } = await database();
  const directory = migrations({ '0001-parts.sql': PARTS, '0002-by-word.indexes.sql': BY_WORD });
  const pools = Array.from({ length: 3 }, () => openDatabase({ url, log, connections: 1, applicationName: 'test' }));
  for (const pool of pools) cleanup.add(async () => pool.close());
  const results = await Promise.all(pools.map(async (db) => migrate(db, { log, directory })));
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['0001-parts.sql', '0002-by-word.indexes.sql']);
});

test.for([
  ['a table', 'create table other (id int);'],
  ['an index without a name', 'create index on part (word);'],
  ['a drop', `${BY_WORD} drop index part_by_word;`],
] as const)('an index migration with %s is rejected before anything is built', async ([, sql]) => {
  const { db } = await database();
  const directory = migrations({ '0001-parts.sql': PARTS, '0002-by-word.indexes.sql': sql });
  await expect(migrate(db, { log, directory })).rejects.toThrow(
    '0002-by-word.indexes.sql contains a command other than create index',
  );
  expect(await validity(db)).toEqual({});
});

test('a migration stops waiting for a locked table, lets other queries through, and is applied later', async () => {
  const { db, url } = await database();
  const directory = migrations({ '0001-parts.sql': PARTS });
  await migrate(db, { log, directory });
  writeFileSync(join(directory, '0002-column.sql'), 'alter table part add column other text;');
  const finish = await holding(url, `select count(*) from part`);
  const warnings: object[] = [];
  const noting: Log = { ...log, warn: (_message, fields) => void warnings.push(fields ?? {}) };
  const migrated = migrate(db, { log: noting, directory, locks: BRIEF });
  await until(() => warnings.length > 0);
  // A reader that is queued after the migration would wait until the lock is released.
  for (let turn = 0; turn < 10; turn += 1) await rows(db, 'select count(*) from part');
  expect(warnings[0]).toMatchObject({ longestTransaction: expect.stringContaining('postrider writer (process ') });
  await finish();
  expect(await migrated).toEqual({ applied: ['0002-column.sql'] });
});

test('a migration that never gets its lock fails with the process that holds it and changes nothing', async () => {
  const { db, url } = await database();
  const directory = migrations({ '0001-parts.sql': PARTS });
  await migrate(db, { log, directory });
  writeFileSync(
    join(directory, '0002-column.sql'),
    'create table first (id int); alter table part add column other int;',
  );
  await holding(url, `select count(*) from part`);
  await expect(
    migrate(db, { log, directory, locks: { waitMs: 30, pauseMs: 5, patienceMs: 60 } }),
  ).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(
      /A migration could not acquire a lock .*: postrider writer \(process \d+\) holds a lock on a table/,
    ),
    remedy: expect.stringContaining('pg_terminate_backend('),
  });
  expect(await rows(db, `select to_regclass('first') as found`)).toEqual([{ found: null }]);
});
