import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/db.ts';
import { beat, joinWorkers } from './worker-queries.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it('delivery processes are sorted by the time they joined, regardless of which transaction began first', async () => {
  const { db } = database;
  const [slow, quick] = [randomUUID(), randomUUID()];
  await db.transaction(async (tx) => {
    // In this transaction, `now()` is earlier than the time at which `quick` joins.
    await tx.query({ name: '', text: 'select now()' }, []);
    await joinWorkers(db, quick);
    // A process that reads the list now sees only itself, and so considers itself the first process.
    expect(await beat(db, quick, 5, 10)).toMatchObject([{ is_me: true }]);
    await joinWorkers(tx, slow);
  });
  expect((await beat(db, quick, 5, 10)).map((row) => row.is_me)).toEqual([true, false]);
});

it('setting the clock back does not change that order', async () => {
  const { db } = database;
  const [first, second] = [randomUUID(), randomUUID()];
  await joinWorkers(db, first);
  await db.query({ name: '', text: `update delivery_worker set joined_at = now() + interval '1 hour'` }, []);
  await joinWorkers(db, second);
  expect((await beat(db, first, 5, 10)).map((row) => row.is_me)).toEqual([true, false]);
});
