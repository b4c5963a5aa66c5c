// Place in a run: beside the storm.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { findDatabaseUser, isRoot } from '../../src/base/postgres/database-user.ts';
import { queryOnce } from '../../src/base/postgres/probe.ts';
import { postgresProcessesIn, readProcess } from '../../src/base/postgres/process-table.ts';
import { startPostgres } from '../../src/base/postgres/server.ts';
import { StartupError } from '../../src/base/startup-error.ts';
import { createCleanup, start, startOwner, temporaryPath, until, untilExited, type Cleanup } from './embedded.ts';

const cleanup = createCleanup();
afterEach(async () => cleanup.run());

function open(undo: Cleanup, url: string): Database {
  const db = openDatabase({ url, log: silentLog, connections: 2, applicationName: 'test' });
  undo.add(async () => db.close());
  return db;
}

async function keepRow(url: string): Promise<void> {
  await queryOnce(url, `create table kept as select 'here' as word`);
}

async function keptRow(url: string): Promise<unknown> {
  return (await queryOnce(url, 'select word from kept'))[0]?.['word'];
}

/**
 * Starts the server without a process that owns it. Simulates that the owner was killed on a system where the server
 * then keeps running.
 */
async function runUnowned(command: readonly string[], uid: number): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    uid,
    gid: uid === 0 ? 0 : gidOf(uid),
  });
  cleanup.add(() => child.kill('SIGKILL'));
  const pid = child.pid ?? 0;
  await until('the unowned server has its lock file', () => existsSync(join(dataDirOf(command), 'postmaster.pid')));
  return pid;
}

function dataDirOf(command: readonly string[]): string {
  return command[command.indexOf('-D') + 1] ?? '';
}

function gidOf(uid: number): number {
  return isRoot() ? (findDatabaseUser()?.gid ?? uid) : (process.getgid?.() ?? 0);
}

test('the first start creates a database, and the next one finds its data', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir);
  await keepRow(first.url);
  expect(first).toMatchObject({ adopted: false, version: expect.stringMatching(/^18\.\d+$/) });
  expect(statSync(`/proc/${first.pid}`).uid, 'PostgreSQL never runs as root').not.toBe(0);
  expect(readFileSync(`/proc/${first.pid}/status`, 'utf8'), 'and keeps none of its rights').toMatch(/^CapEff:\s+0+$/m);
  expect(statSync(join(dataDir, 'pg')).mode & 0o777).toBe(0o700);
  await first.stop();
  await first.stop();
  expect(readProcess(first.pid)).toBeUndefined();
  expect(existsSync(join(dataDir, 'owner.pid'))).toBe(false);

  const second = await start(cleanup, dataDir);
  expect(await keptRow(second.url)).toBe('here');
  expect(second.url).toBe(first.url);
});

test('settings are the embedded defaults from a file, so that ALTER SYSTEM takes precedence', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir);
  await queryOnce(first.url, `alter system set work_mem = '11MB'`);
  await first.stop();
  const second = await start(cleanup, dataDir);
  const [row] = await queryOnce(
    second.url,
    `select current_setting('work_mem') as work_mem, current_setting('jit') as jit, current_setting('timezone') as timezone,
       current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
       (select datlocprovider::text || datlocale from pg_database where datname = current_database()) as locale`,
  );
  expect(row).toEqual({
    work_mem: '11MB',
    jit: 'off',
    timezone: 'UTC',
    encoding: 'UTF8',
    checksums: 'on',
    locale: 'bC.UTF-8',
  });
});

test('a killed server is reported and restarts with its data at the same address', async () => {
  const server = await start(cleanup, temporaryPath(cleanup));
  const db = open(cleanup, server.url);
  await keepRow(server.url);
  const exits: (number | null)[] = [];
  server.onExit((code) => exits.push(code));
  const killed = server.pid;
  process.kill(killed, 'SIGKILL');
  await until('the exit is reported', () => exits.length > 0);
  await Promise.all([server.restart(), server.restart()]);
  expect(server.pid).not.toBe(killed);
  expect(await db.query({ name: 'kept', text: 'select word from kept' }, [])).toEqual([{ word: 'here' }]);
  expect(exits).toEqual([null]);
});

test('a restart ends busy backends of a killed server', async () => {
  const dataDir = temporaryPath(cleanup);
  const server = await start(cleanup, dataDir);
  // A backend in a loop that never waits does not notice that its server has ended.
  const busy = queryOnce(server.url, 'do $$ begin loop perform 1; end loop; end $$').catch(
    (error: Error) => error.message,
  );
  const backends = (): number => postgresProcessesIn(join(dataDir, 'pg')).length;
  const atWork = `select 1 from pg_stat_activity where state = 'active' and query like 'do %'`;
  while ((await queryOnce(server.url, atWork)).length === 0);
  process.kill(server.pid, 'SIGKILL');
  await until('the server ends', () => readProcess(server.pid) === undefined);
  expect(backends()).toBeGreaterThan(0);
  await server.restart();
  expect(await queryOnce(server.url, atWork)).toEqual([]);
  expect(await busy).toEqual(expect.any(String));
});

test('a running server can be restarted, and a stopped one cannot', async () => {
  const server = await start(cleanup, temporaryPath(cleanup));
  const exits: unknown[] = [];
  server.onExit((code) => exits.push(code));
  const before = server.pid;
  await server.restart();
  expect(readProcess(before)).toBeUndefined();
  await queryOnce(server.url, 'select 1');
  await server.stop();
  await expect(server.restart()).rejects.toThrow('being stopped');
  expect(exits, 'nobody is notified of a requested end').toEqual([]);
});

test('a second start on a data directory fails with the process of the owner', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir);
  const again = startPostgres({ dataDir, log: silentLog });
  await expect(again).rejects.toThrow(StartupError);
  await expect(again).rejects.toThrow(`in use by process ${process.pid}`);
  const { report } = await startOwner(cleanup, dataDir);
  expect(report.error).toContain(`in use by process ${process.pid}`);
  await queryOnce(first.url, 'select 1');
});

test('one of several processes that start at once over a stale claim gets the directory', async () => {
  const dataDir = temporaryPath(cleanup);
  mkdirSync(dataDir, { mode: 0o711 });
  writeFileSync(join(dataDir, 'owner.pid'), '999999999\ngone\nx\n');
  const owners = await Promise.all([1, 2, 3].map(async () => startOwner(cleanup, dataDir)));
  const winners = owners.filter(({ report }) => report.error === undefined);
  expect(winners).toHaveLength(1);
  for (const { report } of owners.filter((owner) => !winners.includes(owner))) {
    expect(report.error).toContain(`in use by process ${winners[0]?.child.pid}`);
  }
});

test('stop ends a restart in progress', async () => {
  const server = await start(cleanup, temporaryPath(cleanup));
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await untilExited(pid);
  const restart = server.restart().catch((error: Error) => error);
  await server.stop();
  await restart;
  expect(readProcess(server.pid)).toBeUndefined();
});

test('the server of a killed owner ends or is adopted with its data', async () => {
  const dataDir = temporaryPath(cleanup);
  const { child, report } = await startOwner(cleanup, dataDir);
  await keepRow(report.url ?? '');
  child.kill('SIGKILL');
  await untilExited(child.pid ?? 0);
  const server = await start(cleanup, dataDir);
  // A server that was about to end may have executed one more query.
  if (readProcess(server.pid) === undefined) await server.restart();
  expect(await keptRow(server.url)).toBe('here');
  await server.stop();
  expect(postgresProcessesIn(join(dataDir, 'pg'))).toEqual([]);
});

test('a server that outlived its owner is adopted, monitored, restarted and stopped', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir);
  await keepRow(first.url);
  const command = readProcess(first.pid)?.command ?? [];
  const { uid } = statSync(`/proc/${first.pid}`);
  await first.stop();
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  const pid = await runUnowned(command, uid);

  const second = await start(cleanup, dataDir);
  expect(second).toMatchObject({ pid, adopted: true, url: first.url });
  expect(await keptRow(second.url)).toBe('here');
  const exits: unknown[] = [];
  second.onExit((code) => exits.push(code));
  process.kill(pid, 'SIGKILL');
  await until('the exit is reported', () => exits.length > 0);
  await second.restart();
  expect(second.pid).not.toBe(pid);
  expect(await keptRow(second.url)).toBe('here');
});

test('a foreign server on the data directory is left running and reported', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir);
  const [program = ''] = readProcess(first.pid)?.command ?? [];
  const { uid } = statSync(`/proc/${first.pid}`);
  await first.stop();
  const sockets = join(dataDir, 'run');
  const foreign = [
    program,
    '-D',
    join(dataDir, 'pg'),
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${sockets}`,
  ];
  const pid = await runUnowned(foreign, uid);
  await expect(startPostgres({ dataDir, log: silentLog })).rejects.toThrow(
    `Another PostgreSQL server (process ${pid})`,
  );
  expect(readProcess(pid)).toBeDefined();
});

test('a lock file with a reused process number does not prevent the start', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir);
  const { uid } = statSync(`/proc/${first.pid}`);
  const lock = readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8');
  await first.stop();
  // Run as the database user, because PostgreSQL mistakes any living process of its user for a server.
  const other = spawn('/bin/sleep', ['60'], { uid, gid: gidOf(uid), stdio: 'ignore' });
  cleanup.add(() => other.kill());
  writeFileSync(join(dataDir, 'pg/postmaster.pid'), lock.replace(/^\d+/, String(other.pid)));
  const second = await start(cleanup, dataDir);
  expect(second.adopted).toBe(false);
});

test('the claim of an owner that no longer runs is taken over, even if its process number was reused', async () => {
  const dataDir = temporaryPath(cleanup);
  mkdirSync(dataDir, { mode: 0o711 });
  writeFileSync(join(dataDir, 'owner.pid'), `${process.pid}\nanother start\nx\n`);
  const server = await start(cleanup, dataDir);
  expect(readFileSync(join(dataDir, 'owner.pid'), 'utf8')).not.toContain('another start');
  expect(server.adopted).toBe(false);
});

test('an interrupted creation is started again', async () => {
  const dataDir = temporaryPath(cleanup);
  mkdirSync(join(dataDir, 'pg.partial/base'), { recursive: true });
  writeFileSync(join(dataDir, 'pg.partial/PG_VERSION'), '18\n');
  await start(cleanup, dataDir);
  expect(existsSync(join(dataDir, 'pg.partial'))).toBe(false);
});

test('a data directory too deep for a socket gets a short socket directory, which is removed at the end', async () => {
  const dataDir = temporaryPath(cleanup, join('d'.repeat(60), 'e'.repeat(60)));
  const server = await start(cleanup, dataDir);
  const sockets = decodeURIComponent(new URL(server.url).hostname);
  expect(sockets.startsWith(dataDir)).toBe(false);
  expect(statSync(sockets).mode & 0o777).toBe(0o700);
  await queryOnce(server.url, 'select 1');
  await server.stop();
  expect(existsSync(sockets)).toBe(false);
});

test('a data directory is recognized through a symbolic link', async () => {
  const dataDir = temporaryPath(cleanup);
  await start(cleanup, dataDir);
  const link = temporaryPath(cleanup, 'link');
  symlinkSync(dataDir, link);
  await expect(startPostgres({ dataDir: link, log: silentLog })).rejects.toThrow('in use by process');
});

test('TCP requires the generated password, which does not change', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir, { tcp: true });
  const { hostname, password } = new URL(first.url);
  expect(hostname).toBe('127.0.0.1');
  expect(password).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  await queryOnce(first.url, 'select 1');
  await expect(queryOnce(first.url.replace(password, 'wrong'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await first.stop();
  const second = await start(cleanup, dataDir, { tcp: true });
  expect(new URL(second.url).password).toBe(password);
  await queryOnce(second.url, 'select 1');
});

test('data of another PostgreSQL version is rejected with both versions and the remedy', async () => {
  const dataDir = temporaryPath(cleanup);
  mkdirSync(join(dataDir, 'pg'), { recursive: true });
  writeFileSync(join(dataDir, 'pg/PG_VERSION'), '16\n');
  await expect(startPostgres({ dataDir, log: silentLog })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/PostgreSQL 16.*PostgreSQL 18/),
    remedy: expect.stringContaining('POSTRIDER_PG_BIN'),
  });
  expect(existsSync(join(dataDir, 'owner.pid')), 'a failed start gives the directory free').toBe(false);
});

test('files that are not a database are left unchanged', async () => {
  const dataDir = temporaryPath(cleanup);
  mkdirSync(join(dataDir, 'pg'), { recursive: true });
  writeFileSync(join(dataDir, 'pg/letters.txt'), 'mine');
  await expect(startPostgres({ dataDir, log: silentLog })).rejects.toThrow('is not a PostgreSQL database');
  expect(readFileSync(join(dataDir, 'pg/letters.txt'), 'utf8')).toBe('mine');
});

test('a server that does not start is reported with its own error message', async () => {
  const dataDir = temporaryPath(cleanup);
  const first = await start(cleanup, dataDir);
  await queryOnce(first.url, `alter system set shared_preload_libraries = 'no_such_library'`);
  await first.stop();
  await expect(startPostgres({ dataDir, durable: false, log: silentLog })).rejects.toThrow(
    /failed to start: .*no_such_library/s,
  );
});

test('missing programs are reported with their path', async () => {
  const dataDir = temporaryPath(cleanup);
  const binDir = join(dataDir, 'nowhere');
  await expect(startPostgres({ dataDir, binDir, log: silentLog })).rejects.toThrow(join(binDir, 'postgres'));
});
