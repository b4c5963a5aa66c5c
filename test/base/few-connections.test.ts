import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, statement } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createTestDatabase } from '../support/db.ts';

const SHARED = 4;
const MOST = 6;

const answer = statement<[], { readonly answer: number }>('test_few_answer', 'select 42 as answer');

async function startStage() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const db = openDatabase({ url: database.url, log: silentLog, connections: MOST, applicationName: 'few' });
  onTestFinished(() => db.close());
  const ends: (() => void)[] = [];
  /** A transaction that lasts until all are told to end. */
  const hold = (): Promise<unknown> => db.transaction(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { db, hold, endAll: () => ends.forEach((end) => end()) };
}

test('what runs at once shares four connections while it is quick', async () => {
  const { db } = await startStage();
  const answers = Array.from({ length: MOST }, () => answer(db));
  expect(db.connections()).toEqual({ total: SHARED, idle: 0, waiting: MOST - SHARED });
  expect(await Promise.all(answers)).toHaveLength(MOST);
});

test('whoever waits behind what is slow gets a connection of its own, as far as there are any', async () => {
  const { db, endAll, hold } = await startStage();
  const slow = Array.from({ length: MOST - 1 }, hold);
  await expect.poll(() => db.connections().total).toBe(MOST - 1);
  expect(await answer(db)).toEqual([{ answer: 42 }]);
  expect(db.connections().total).toBe(MOST);
  endAll();
  await Promise.all(slow);
});

test('no more wait for quick ones than there may be connections: the rest meets the limit of the pool', async () => {
  const { db } = await startStage();
  const answers = Array.from({ length: SHARED + MOST + 3 }, () => answer(db));
  expect(db.connections()).toEqual({ total: MOST, idle: 0, waiting: MOST + 1 });
  expect(await Promise.all(answers)).toHaveLength(SHARED + MOST + 3);
});
