import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWhenLive } from '../../src/app/backup/hold.ts';
import { isSilence, isUnavailable, openDatabase, statement, withDeadline, type Database } from '../../src/base/db.ts';
import { createLog, silentLog } from '../../src/base/log.ts';
import { createTestDatabase } from '../support/db.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';

/** Short timeout, because the tests wait until it expires. */
const DEADLINE_MS = 100;

const answer = statement<[], { readonly answer: number }>('test_answer', 'select 42 as answer');

/**
 * Starts a proxy in front of a new database, and opens a pool with a single connection through the proxy, so that a
 * test fails if a dead connection is not removed.
 */
async function startStage(): Promise<{ db: Database; proxy: FaultProxy }> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const url = new URL(database.url);
  const proxy = await startFaultProxy({ path: join(decodeURIComponent(url.hostname), `.s.PGSQL.${url.port}`) });
  onTestFinished(() => proxy.close());
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const db = openDatabase({ url: url.href, log: silentLog, connections: 1, applicationName: 'silence' });
  onTestFinished(() => db.close());
  await answer(db);
  return { db, proxy };
}

test('a statement fails at its deadline, and the next one uses another connection', async () => {
  const { db, proxy } = await startStage();
  proxy.behave('black hole');
  const failure: unknown = await answer(withDeadline(db, DEADLINE_MS)).catch((error: unknown) => error);
  expect([isSilence(failure), isUnavailable(failure)]).toEqual([true, true]);
  proxy.behave('pass');
  expect(await answer(db)).toEqual([{ answer: 42 }]);
});

test('a transaction fails with its statement, without waiting for a rollback', async () => {
  const { db, proxy } = await startStage();
  const failure: unknown = await withDeadline(db, DEADLINE_MS)
    .transaction(async (tx) => {
      await answer(tx);
      proxy.behave('half open');
      await answer(tx);
    })
    .catch((error: unknown) => error);
  expect(isSilence(failure)).toBe(true);
  proxy.behave('pass');
  expect(await db.transaction((tx) => answer(tx))).toEqual([{ answer: 42 }]);
});

test('a slow response before the deadline is returned', async () => {
  const { db, proxy } = await startStage();
  proxy.behave('slow');
  expect(await answer(withDeadline(db, 60_000))).toEqual([{ answer: 42 }]);
});

test.each([
  'EPIPE',
  'ECONNRESET',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'EADDRNOTAVAIL',
  'EAGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
])('isUnavailable returns true for the connection error %s', (code) => {
  expect(isUnavailable(Object.assign(new Error('connect'), { code }))).toBe(true);
});

test('a missing partition for a message is reported as a wrong clock, not as an invalid request', async () => {
  const { db } = await startStage();
  const insert = statement<[id: string], unknown>(
    'test_insert_message',
    `insert into message (account_id, id, sender, subject, head, content) values (1, $1::uuid, 's', 's', '{}', '')`,
  );
  const failure: unknown = await insert(db, 'ffffffff-0000-7000-8000-000000000000').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: '23514' });
  expect(isUnavailable(failure)).toBe(true);
});

test('a startup during a database failure completes when the database is back', async () => {
  const { db, proxy } = await startStage();
  proxy.behave('black hole');
  let isStarted = false;
  const starting = startWhenLive(
    { db: withDeadline(db, DEADLINE_MS), log: createLog('warn', () => proxy.behave('pass')) },
    [
      () => {
        isStarted = true;
        return { close: () => Promise.resolve() };
      },
    ],
  );
  await expect(starting).resolves.toBeDefined();
  expect(isStarted).toBe(true);
});
