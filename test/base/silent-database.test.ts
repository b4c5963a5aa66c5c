import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWhenLive } from '../../src/app/backup/hold.ts';
import { isSilence, isUnavailable, openDatabase, statement, withDeadline, type Database } from '../../src/base/db.ts';
import { createLog, silentLog } from '../../src/base/log.ts';
import { createTestDatabase } from '../support/db.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';

/** Short, because the tests wait for its end. */
const DEADLINE_MS = 100;

const answer = statement<[], { readonly answer: number }>('test_answer', 'select 42 as answer');

/** One connection at most, so that one that is not given up would be missed. */
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

test('a statement is given up at its deadline, and the next one has another connection', async () => {
  const { db, proxy } = await startStage();
  proxy.behave('black hole');
  const failure: unknown = await answer(withDeadline(db, DEADLINE_MS)).catch((error: unknown) => error);
  expect([isSilence(failure), isUnavailable(failure)]).toEqual([true, true]);
  proxy.behave('pass');
  expect(await answer(db)).toEqual([{ answer: 42 }]);
});

test('a transaction is given up with its statement, without waiting for a rollback', async () => {
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

test('what is answered in time is not hurried', async () => {
  const { db, proxy } = await startStage();
  proxy.behave('slow');
  expect(await answer(withDeadline(db, 60_000))).toEqual([{ answer: 42 }]);
});

test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'EADDRNOTAVAIL', 'EAGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
  'a connection that cannot be made for %s means that the database is away',
  (code) => {
    expect(isUnavailable(Object.assign(new Error('connect'), { code }))).toBe(true);
  },
);

test('a message of a day without a partition means that a clock is wrong, not the request', async () => {
  const { db } = await startStage();
  const insert = statement<[id: string], unknown>(
    'test_insert_message',
    `insert into message (account_id, id, sender, subject, head, content) values (1, $1::uuid, 's', 's', '{}', '')`,
  );
  const failure: unknown = await insert(db, 'ffffffff-0000-7000-8000-000000000000').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: '23514' });
  expect(isUnavailable(failure)).toBe(true);
});

test('a start that meets a dying database begins its work once the database is back', async () => {
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
