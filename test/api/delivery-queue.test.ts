import { beforeEach, describe, expect, it } from 'vitest';
import { createUuidGenerator, leastUuidOf } from '../../src/base/ids.ts';
import {
  claimDue,
  finishAttempts,
  release,
  handOver,
  renewLeases,
} from '../../src/features/sending/delivery/queue/queries.ts';
import { acceptMessages } from '../../src/features/transactional/messages/accept-queries.ts';
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';

const nextUuid = createUuidGenerator();
const LEASE_SECONDS = 25;

type FinishParams = Parameters<typeof finishAttempts> extends [unknown, ...infer Params] ? Params : never;

const test = shared(createTestDatabase);
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
    id,
    id,
    new Date(),
  );
  return id;
}

function finish(accountId: number, messageId: string, epoch: number, status: number, delaySeconds: number | null) {
  return finishAttempts(test.db, ...finishing(accountId, messageId, epoch, status, delaySeconds));
}

function finishing(
  accountId: number,
  messageId: string,
  epoch: number,
  status: number,
  delaySeconds: number | null,
): FinishParams {
  const now = new Date();
  return [
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
    messageId,
    messageId,
    [false],
  ];
}

/** Leases up to `limit` transactional messages that are not assigned to a particular worker. */
async function claimSome(limit: number) {
  const rows = await claimDue(
    test.db,
    [0],
    leastUuidOf(0),
    [limit, 0, 0, 0],
    [-1, -1, -1, -1],
    100,
    LEASE_SECONDS,
    1_000,
    0,
  );
  return rows.flatMap((row) => (row.message_id === null ? [] : [{ ...row, message_id: row.message_id }]));
}

async function rowOf(messageId: string) {
  const statement = { name: 'test_row', text: 'select * from delivery where message_id = $1' };
  const [row] = await test.db.query<Record<string, unknown>>(statement, [messageId]);
  return row;
}

/** Returns the number of rows that a plan reads, including rows that filters and joins remove. */
function rowsLookedAt(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  return Object.entries(plan).reduce((sum, [name, value]) => {
    const isCount = name === 'Actual Rows' || name.startsWith('Rows Removed');
    return sum + (isCount && typeof value === 'number' ? value : rowsLookedAt(value));
  }, 0);
}

describe('claim', () => {
  it('returns every due row to only one claimant', async () => {
    for (let number = 0; number < 20; number += 1) await accept(1, ['a@x.example', 'b@x.example']);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimSome(7)));
    const keys = claims.flat().map((row) => `${row.message_id}.${row.recipient_no}`);
    expect(keys).toHaveLength(40);
    expect(new Set(keys).size).toBe(40);
  });

  it('does not return a leased row before its lease ends', async () => {
    const id = await accept(1, ['a@x.example']);
    expect(await claimSome(10)).toHaveLength(1);
    expect(await claimSome(10)).toHaveLength(0);
    await test.db.script(`update delivery set next_at = now() where message_id = '${id}'`);
    const [again] = await claimSome(10);
    expect(again).toMatchObject({ message_id: id, epoch: 2, attempts: 0 });
  });
});

describe('finished attempt', () => {
  it('removes the row from the queue and stores the attempt', async () => {
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

  it('is ignored from a worker that lost its lease', async () => {
    const id = await accept(1, ['a@x.example']);
    const [first] = await claimSome(10);
    await test.db.script(`update delivery set next_at = now() where message_id = '${id}'`);
    const [second] = await claimSome(10);
    expect(await finish(1, id, first?.epoch ?? 0, 3, null)).toEqual([]);
    expect(await finish(1, id, second?.epoch ?? 0, 7, null)).toHaveLength(1);
    expect(await finish(1, id, second?.epoch ?? 0, 3, null)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ status: 7, attempts: 1 });
  });

  it('reads no other messages of the account on a day without statistics', async () => {
    const others = Array.from({ length: 1_000 }, (_none, index) => `u${index}@x.example`);
    for (let number = 0; number < 8; number += 1) await accept(1, others);
    const id = await accept(1, others.slice(0, 100));
    await test.db.script(`update delivery set epoch = 1, next_at = case when message_id = '${id}' then now() end`);
    const params = finishing(1, id, 1, 7, null).map((param) =>
      Array.isArray(param) ? Array.from({ length: 100 }, () => param[0] as unknown) : param,
    );
    params[2] = Array.from({ length: 100 }, (_none, index) => index);
    const explained = { name: 'test_finish', text: `explain (analyze, format json) ${finishAttempts.text}` };
    const [plan] = await test.db.query<Record<string, unknown>>(explained, params);
    const finished = { name: 'test_finished', text: 'select * from delivery where status = 7' };
    expect(await test.db.query(finished, [])).toHaveLength(100);
    // The parameter list, the index scan, the join, the update, and the inserted attempts each account for 100 rows,
    // some of them twice.
    expect(rowsLookedAt(plan?.['QUERY PLAN'])).toBeLessThan(2_000);
  });

  it('is ignored with the ID of another account', async () => {
    const id = await accept(1, ['a@x.example']);
    const [claim] = await claimSome(10);
    expect(await finish(2, id, claim?.epoch ?? 0, 7, null)).toEqual([]);
  });
});

describe('leases', () => {
  it('can be released immediately, but only by their holder', async () => {
    const id = await accept(1, ['a@x.example']);
    const [claim] = await claimSome(10);
    await release(test.db, [1], [id], [0], [(claim?.epoch ?? 0) + 1], [0], [false]);
    expect(await claimSome(10)).toHaveLength(0);
    await release(test.db, [1], [id], [0], [claim?.epoch ?? 0], [0], [false]);
    expect(await claimSome(10)).toHaveLength(1);
  });

  it('count claims without a result, except released ones', async () => {
    const id = await accept(1, ['a@x.example']);
    const takeAgain = async () => {
      await test.db.script(`update delivery set next_at = now() where message_id = '${id}'`);
      const [row] = await claimSome(10);
      const epoch = row?.epoch ?? 0;
      const keys: [number[], string[], number[], number[], number[]] = [[1], [id], [0], [epoch], [0]];
      return { taken: row?.taken, keys };
    };
    expect((await takeAgain()).taken).toBe(1);
    const second = await takeAgain();
    expect(second.taken).toBe(2);
    expect(await renewLeases(test.db, ...second.keys)).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ taken: 2 });
    await release(test.db, ...second.keys, [false]);
    expect(await rowOf(id)).toMatchObject({ taken: 1 });
    const third = await takeAgain();
    expect(third.taken).toBe(2);
    await handOver(test.db, ...third.keys, [0]);
    expect((await takeAgain()).taken).toBe(2);
  });
});
