import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { inCopySession } from '../../src/base/copy-session.ts';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { createLog, silentLog } from '../../src/base/log.ts';
import { migrate } from '../../src/base/migrate.ts';
import { queryOnce } from '../../src/base/postgres/probe.ts';
import { explainConnectFailure, requireUsableServer } from '../../src/base/postgres/requirements.ts';
import { startPostgres } from '../../src/base/postgres/server.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { createCleanup, temporaryPath } from './embedded.ts';

const cleanup = createCleanup();
afterEach(async () => cleanup.run());

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase({ empty: true });
  cleanup.add(made.drop);
  return made;
}

/** Returns the reason and the remedy that a user sees for a database URL that does not work. */
async function explain(url: string): Promise<string> {
  const error = await queryOnce(url, 'select 1').then(
    () => new Error('It connected'),
    (error: unknown) => error,
  );
  const { message, remedy } = explainConnectFailure(error, url);
  return `${message}. ${remedy}`;
}

test('requireUsableServer rejects a server without durable commits, or only logs a warning with consent', async () => {
  const { db } = await database();
  const refusal = requireUsableServer(db, { unsafeDurability: false, log: silentLog });
  await expect(refusal).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('fsync = off, full_page_writes = off'),
    remedy: expect.stringContaining('POSTRIDER_UNSAFE_DURABILITY=1'),
  });
  const lines: string[] = [];
  await requireUsableServer(db, { unsafeDurability: true, log: createLog('warn', (line) => lines.push(line)) });
  expect(lines).toEqual([expect.stringContaining('UNSAFE: the database runs without fsync, full_page_writes')]);
});

test("the embedded server meets every requirement with the program's settings", async () => {
  const server = await startPostgres({ dataDir: temporaryPath(cleanup), log: silentLog });
  cleanup.add(async () => server.stop());
  const db = openDatabase({ url: server.url, log: silentLog, connections: 1, applicationName: 'test' });
  cleanup.add(async () => db.close());
  await requireUsableServer(db, { unsafeDurability: false, log: silentLog });
});

test('requireUsableServer detects that synchronous_commit is off for the role or database', async () => {
  const { db, url } = await database();
  await db.script(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
  const fresh = openDatabase({ url, log: silentLog, connections: 1, applicationName: 'test' });
  cleanup.add(async () => fresh.close());
  await expect(requireUsableServer(fresh, { unsafeDurability: false, log: silentLog })).rejects.toThrow(
    'synchronous_commit = off',
  );
});

/** Opens a new database in the same way as the application. Sessions in this database have unusual default settings. */
async function opened(settings: readonly string[]): Promise<Database> {
  const { db, url } = await database();
  const name = new URL(url).pathname.slice(1);
  for (const setting of settings) await db.script(`alter database ${name} set ${setting}`);
  const fresh = openDatabase({ url, log: silentLog, connections: 1, applicationName: 'test' });
  cleanup.add(async () => fresh.close());
  return fresh;
}

test('times, numbers and texts do not depend on the session settings of the database', async () => {
  const db = await opened([
    `datestyle = 'SQL, DMY'`,
    `intervalstyle = 'iso_8601'`,
    `timezone = 'Asia/Kathmandu'`,
    `bytea_output = 'escape'`,
    'extra_float_digits = -10',
    'standard_conforming_strings = off',
    `default_transaction_isolation = 'serializable'`,
    'array_nulls = off',
    'transform_null_equals = on',
    'lock_timeout = 1',
  ]);
  const statement = `select timestamptz '2026-02-03 04:05:06Z' as at, date '2026-02-03' as day, '\\x61'::bytea as bytes,
    0.1::float8 + 0.2::float8 as sum, current_setting('transaction_isolation') as isolation,
    '{NULL}'::text[] as nulls, (null = null) is null as is_unknown, current_setting('lock_timeout') as wait`;
  const [row] = await db.query<Record<string, unknown>>({ name: '', text: statement }, []);
  expect(row).toMatchObject({
    at: new Date('2026-02-03T04:05:06Z'),
    bytes: Buffer.from('a'),
    sum: 0.30000000000000004,
    isolation: 'read committed',
    nulls: [null],
    is_unknown: true,
    wait: '0',
  });
  await requireUsableServer(db, { unsafeDurability: true, log: silentLog });
});

test('every kind of connection has the settings that dates and numbers need', async () => {
  const { db, url } = await database();
  await db.script(`alter database ${new URL(url).pathname.slice(1)} set datestyle = 'SQL, DMY'`);
  const text = `select current_setting('datestyle') as style, timestamptz '2026-02-03 04:05:06Z' as at`;
  const expected = [{ style: 'ISO, MDY', at: new Date('2026-02-03T04:05:06Z') }];
  const copied = await inCopySession({ url, applicationName: 'test', begin: 'begin' }, async ({ tx }) =>
    tx.query({ name: '', text }, []),
  );
  const fresh = openDatabase({ url, log: silentLog, connections: 1, applicationName: 'test' });
  cleanup.add(async () => fresh.close());
  const alone = await fresh.alone(async (on) => on.query({ name: '', text }, []));
  const pooled = await fresh.query({ name: '', text }, []);
  expect([copied, alone, pooled, await queryOnce(url, text)]).toEqual([expected, expected, expected, expected]);
});

test('options in the URL are added to ours and do not replace them', async () => {
  const { url } = await database();
  const options = encodeURIComponent('-c search_path=pg_catalog,public -c datestyle=German');
  const db = openDatabase({
    url: `${url}?options=${options}`,
    log: silentLog,
    connections: 1,
    applicationName: 'test',
  });
  cleanup.add(async () => db.close());
  const text = `select current_setting('search_path') as path, current_setting('datestyle') as style`;
  expect(await db.query({ name: '', text }, [])).toEqual([{ path: 'pg_catalog,public', style: 'ISO, MDY' }]);
});

test('requireUsableServer rejects a search path without a schema', async () => {
  const db = await opened(['search_path = nowhere']);
  await expect(requireUsableServer(db, { unsafeDurability: true, log: silentLog })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('search_path'),
    remedy: expect.stringContaining('alter role'),
  });
});

test('requireUsableServer names the missing right to use the schema', async () => {
  const db = await opened([]);
  await db.script('revoke usage on schema public from public; create role reader; set role reader');
  cleanup.add(async () => db.script('reset role; drop role reader'));
  await expect(requireUsableServer(db, { unsafeDurability: true, log: silentLog })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('that the user can use'),
    remedy: expect.stringContaining('grant create, usage on schema public'),
  });
});

test('a user without the right to create tables gets an error that names the right', async () => {
  const { db, url } = await database();
  const name = new URL(url).pathname.slice(1);
  await db.script(`create role ${name} login`);
  cleanup.add(async () => queryOnce(url.replace(/[^/]+$/, 'postgres'), `drop role ${name}`));
  const restricted = openDatabase({
    url: url.replace('postrider@', `${name}@`),
    log: silentLog,
    connections: 1,
    applicationName: 'test',
  });
  cleanup.add(async () => restricted.close());
  await expect(migrate(restricted, { log: silentLog })).rejects.toMatchObject({
    name: 'StartupError',
    message: 'The database user cannot create tables: permission denied for schema public',
    remedy: expect.stringContaining('grant create, usage on schema public'),
  });
});

test('requireUsableServer rejects a pooler that drops session settings', async () => {
  const { url } = await database();
  // A client without our settings behaves like a connection through a pooler that drops the settings.
  const db = openDatabase({ url, log: silentLog, connections: 1, applicationName: 'test' });
  cleanup.add(async () => db.close());
  await db.script(`set postrider.session = ''`);
  await expect(requireUsableServer(db, { unsafeDurability: true, log: silentLog })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringContaining('connection pooler'),
  });
});

test('requireUsableServer rejects a read-only database', async () => {
  const { db, url } = await database();
  await db.script(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
  const fresh = openDatabase({ url, log: silentLog, connections: 1, applicationName: 'test' });
  cleanup.add(async () => fresh.close());
  await expect(requireUsableServer(fresh, { unsafeDurability: true, log: silentLog })).rejects.toThrow(
    'does not accept writes',
  );
});

test('requireUsableServer rejects an encoding other than UTF-8', async () => {
  const { url } = await database();
  const name = 'latin';
  await queryOnce(url, `create database ${name} encoding 'LATIN1' locale 'C' locale_provider libc template template0`);
  cleanup.add(async () => queryOnce(url, `drop database ${name} with (force)`));
  const latin = openDatabase({
    url: url.replace(/[^/]+$/, name),
    log: silentLog,
    connections: 1,
    applicationName: 'test',
  });
  cleanup.add(async () => latin.close());
  await expect(requireUsableServer(latin, { unsafeDurability: true, log: silentLog })).rejects.toThrow('LATIN1');
});

test('an unreachable server is explained without its password', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanup.add(() => server.close());
  const { port } = server.address() as AddressInfo;
  const notPostgres = await explain(`postgres://me:hush@127.0.0.1:${port}/mail`);
  expect(notPostgres).toMatch(/cannot be reached/);
  expect(notPostgres).not.toContain('hush');

  server.close();
  const refused = await explain(`postgres://me:hush@127.0.0.1:${port}/mail`);
  expect(refused).toContain(`no PostgreSQL server accepts connections at 127.0.0.1, port ${port}`);
  expect(refused).not.toContain('hush');
});

test('a wrong database and a wrong user have different explanations', async () => {
  const { url } = await database();
  expect(await explain(url.replace(/[^/]+$/, 'nowhere'))).toContain('the database nowhere does not exist');
  expect(await explain(url.replace('postrider@', 'stranger@'))).toContain('the user stranger');
});
