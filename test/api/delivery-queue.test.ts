import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUuidGenerator, leastUuidOf } from '../../src/base/ids.ts';
import { claimDue, finishAttempts, setDue } from '../../src/features/delivery/queue/queries.ts';
import { acceptMessages } from '../../src/features/transactional/accept-queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

const nextUuid = createUuidGenerator();
const LEASE_SECONDS = 25;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => test.db.script('truncate message, delivery, attempt, event'));

async function accept(accountId: number, recipients: readonly string[]): Promise<string> {
  const id = nextUuid(Date.now());
  const content = Buffer.from('\u0000{"text":"Hi"}');
  await acceptMessages(
    test.db,
    accountId,
    [id],
    ['a@x.example'],
    ['Subject'],
    [null],
    ['{}'],
    [1],
    [content.length],
    content,
    recipients.map(() => 1),
    recipients.map((_, index) => index),
    [...recipients],
    [recipients.length],
    recipients.length,
    [],
    [],
    [],
  );
  return id;
}

function finish(accountId: number, messageId: string, epoch: number, status: number, delaySeconds: number | null) {
  const now = new Date();
  return finishAttempts(
    test.db,
    accountId,
    [messageId],
    [0],
    [epoch],
    [status],
    [delaySeconds],
    [false],
    [now],
    [now],
    [status === 7 ? 'delivered' : 'deferred'],
    ['direct'],
    ['mx.x.example'],
    ['127.0.0.1'],
    [null],
    ['2.0.0'],
    ['250 Ok'],
    ['> QUIT'],
  );
}

/** Leases at most so many transactional mails, for no worker in particular. */
async function claimSome(limit: number) {
  const rows = await claimDue(test.db, [0], leastUuidOf(0), [limit, 0, 0, 0], [-1, -1, -1, -1], 100, LEASE_SECONDS);
  return rows.flatMap((row) => (row.message_id === null ? [] : [{ ...row, message_id: row.message_id }]));
}

async function rowOf(messageId: string) {
  const statement = { name: 'test_row', text: 'select * from delivery where message_id = $1' };
  const [row] = await test.db.query<Record<string, unknown>>(statement, [messageId]);
  return row;
}

describe('claiming', () => {
  it('gives every due row to one claimant only', async () => {
    for (let number = 0; number < 20; number += 1) await accept(1, ['a@x.example', 'b@x.example']);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimSome(7)));
    const keys = claims.flat().map((row) => `${row.message_id}.${row.recipient_no}`);
    expect(keys).toHaveLength(40);
    expect(new Set(keys).size).toBe(40);
  });

  it('does not give a leased row again before its lease ends', async () => {
    const id = await accept(1, ['a@x.example']);
    expect(await claimSome(10)).toHaveLength(1);
    expect(await claimSome(10)).toHaveLength(0);
    await test.db.script(`update delivery set next_at = now() where message_id = '${id}'`);
    const [again] = await claimSome(10);
    expect(again).toMatchObject({ message_id: id, epoch: 2, attempts: 0 });
  });
});

describe('finishing', () => {
  it('ends the work and keeps the attempt', async () => {
    const id = await accept(1, ['a@x.example']);
    const [claim] = await claimSome(10);
    expect(await finish(1, id, claim?.epoch ?? 0, 7, null)).toEqual([{ position: 1 }]);
    expect(await rowOf(id)).toMatchObject({ status: 7, attempts: 1, next_at: null });
  });

  it('makes a deferred row due again later', async () => {
    const id = await accept(1, ['a@x.example']);
    const [claim] = await claimSome(10);
    await finish(1, id, claim?.epoch ?? 0, 5, 60);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 5, attempts: 1 });
    expect(Number(row?.['next_at']) - Date.now()).toBeGreaterThan(50_000);
  });

  it('is nothing for a worker whose lease was taken over', async () => {
    const id = await accept(1, ['a@x.example']);
    const [first] = await claimSome(10);
    await test.db.script(`update delivery set next_at = now() where message_id = '${id}'`);
    const [second] = await claimSome(10);
    expect(await finish(1, id, first?.epoch ?? 0, 3, null)).toEqual([]);
    expect(await finish(1, id, second?.epoch ?? 0, 7, null)).toHaveLength(1);
    expect(await finish(1, id, second?.epoch ?? 0, 3, null)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ status: 7, attempts: 1 });
  });

  it('is nothing under the number of another account', async () => {
    const id = await accept(1, ['a@x.example']);
    const [claim] = await claimSome(10);
    expect(await finish(2, id, claim?.epoch ?? 0, 7, null)).toEqual([]);
  });
});

describe('leases', () => {
  it('can be given back at once by their holder only', async () => {
    const id = await accept(1, ['a@x.example']);
    const [claim] = await claimSome(10);
    await setDue(test.db, [1], [id], [0], [(claim?.epoch ?? 0) + 1], [0]);
    expect(await claimSome(10)).toHaveLength(0);
    await setDue(test.db, [1], [id], [0], [claim?.epoch ?? 0], [0]);
    expect(await claimSome(10)).toHaveLength(1);
  });
});
