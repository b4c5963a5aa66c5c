import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { createLog, silentLog } from '../../../base/log.ts';
import { dropExpiredPartitions, ensurePartitions } from '../../../base/partitions.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import { finishedRow, makeMailing, outcomeOf, readers } from '../../../../test/support/mailings.ts';
import { createChunkQueue, type MailingQueue } from './chunk-queue.ts';
import {
  addRecipients,
  cancelMailing,
  carryOverMailings,
  closeMailing,
  createRecipientStore,
  listFailedBatches,
  pauseMailing,
  recordMailingOutcomes,
  resumeMailing,
  startMailing,
  viewMailing,
} from './index.ts';

const RETENTION_DAYS = 30;

let database: TestDatabase;
let account = 1_000;
let days = 0;
const queues: MailingQueue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(database.db);
});
beforeEach(async () => {
  account += 1;
  // Remove leftovers, which the next test would claim and carry over.
  await sql('delete from mailing_chunk');
  await sql('update delivery set next_at = null where next_at is not null');
});
afterAll(async () => {
  for (const queue of queues) queue.abandon();
  await database.drop();
});

async function sql<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  return database.db.query<Row>({ name: '', text }, []);
}

async function add(id: string, count: number, behind = 0): Promise<void> {
  await database.db.transaction((tx) => addRecipients(tx, account, id, readers(count, behind)));
}

async function started(count: number): Promise<string> {
  const id = await makeMailing(database.db, account);
  await add(id, count);
  await database.db.transaction((tx) => startMailing(tx, account, id));
  return id;
}

function newQueue(): MailingQueue {
  const parts = { db: database.db, clock: systemClock, log: silentLog, store: createRecipientStore() };
  const queue = createChunkQueue(parts);
  queues.push(queue);
  return queue;
}

async function finish(queue: MailingQueue, rows: readonly ReturnType<typeof finishedRow>[]): Promise<number[]> {
  return database.db.transaction((tx) => queue.finish(tx, account, rows));
}

/** Moves all recipient batches of this account to a past day that differs from test to test. Returns the day. */
async function becomeOld(): Promise<string> {
  days += 1;
  const [day] = await sql<{ day: string; name: string }>(
    `select day::text, to_char(day, 'YYYYMMDD') as name
     from (select (now() at time zone 'utc')::date - ${RETENTION_DAYS + 10 + days} as day) d`,
  );
  await sql(`select ensure_message_partitions('${day?.day}', '${day?.day}')`);
  const moved = `overlay(ID::text placing left(uuid_at('${day?.day}')::text, 13) from 1 for 13)::uuid`;
  const as = (column: string) => moved.replace('ID', column);
  const mine = `where account_id = ${account}`;
  const moves = [`update recipient_batch set id = ${as('id')} ${mine}`];
  for (const table of ['mailing_chunk', 'mailing_recipient', 'mailing_outcome'])
    moves.push(`update ${table} set batch_id = ${as('batch_id')} ${mine}`);
  for (const table of ['outcome_missed', 'delivery', 'attempt'])
    moves.push(`update ${table} set message_id = ${as('message_id')} ${mine}`);
  // Use one transaction. Otherwise, a queue that reads between two statements would consider the mailing stopped.
  await database.db.script(`begin; ${moves.join('; ')}; commit`);
  return day?.name ?? '';
}

async function carryOver(db: Database = database.db): Promise<void> {
  await carryOverMailings(db, RETENTION_DAYS, silentLog);
}

async function drop(): Promise<string[]> {
  return dropExpiredPartitions(database.db, RETENTION_DAYS, silentLog);
}

/**
 * Waits until the partitions of the day are dropped, as in production. If a partition is in use for half a second, for
 * example by autovacuum, a later call drops it.
 */
async function drops(day: string): Promise<void> {
  await expect.poll(drop).toContain(day);
}

/**
 * Returns the addresses of all recipients that wait in a chunk or in a queue row. Contains an address twice if it waits
 * in both.
 */
async function waiting(): Promise<string[]> {
  const rows = await sql<{ recipient: string }>(
    `select r.recipient from mailing_chunk c
     join mailing_recipient r on r.account_id = c.account_id and r.batch_id = c.batch_id
       and r.recipient_no between c.first_no and c.last_no
     where c.account_id = ${account} and c.next_at is not null
       and not exists (select from mailing_outcome o where o.account_id = r.account_id and o.batch_id = r.batch_id
         and o.recipient_no = r.recipient_no)
       and not exists (select from delivery d where d.account_id = r.account_id and d.message_id = r.batch_id
         and d.recipient_no = r.recipient_no)
     union all
     select recipient from delivery where account_id = ${account} and next_at is not null`,
  );
  return rows.map(({ recipient }) => recipient).toSorted((a, b) => a.localeCompare(b));
}

function addresses(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_none, index) => `p${from + index}@example.com`).toSorted((a, b) =>
    a.localeCompare(b),
  );
}

const view = async (id: string) => viewMailing(database.db, account, id);

describe('recipients that wait on a day that is to be dropped', () => {
  it('continue in a recipient batch of the current day with their chunks, rows and status, and then the day is dropped', async () => {
    const id = await started(600);
    const queue = newQueue();
    const claims = await queue.claim();
    await finish(queue, [
      ...claims.slice(0, 100).map((claim) => finishedRow(claim, 'delivered')),
      ...claims.slice(100, 110).map((claim) => finishedRow(claim, 'deferred')),
    ]);
    queue.abandon();
    const day = await becomeOld();
    await sql(`update mailing_chunk set next_at = now() where account_id = ${account}`);
    expect(await drop()).not.toContain(day);
    await carryOver();
    expect(await waiting()).toEqual(addresses(101, 600));
    await drops(day);
    expect(await waiting()).toEqual(addresses(101, 600));
    expect(await view(id)).toMatchObject({ state: 'sending', recipients: 600, delivered: 100 });
    const rows = await sql(`select recipient, attempts, status, class from delivery where account_id = ${account}`);
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({ attempts: 1, status: 5, class: 3 });
    // The IDs that the owner of the mailing uses for the recipients do not change.
    const refs = await sql(`select min(ref)::integer as least, count(*)::integer as count from mailing_recipient
      where account_id = ${account}`);
    expect(refs).toEqual([{ least: 1_101, count: 500 }]);

    const other = newQueue();
    for (let found = await other.claim(); found.length > 0; found = await other.claim()) {
      await finish(
        other,
        found.map((claim) => finishedRow(claim, 'delivered')),
      );
    }
    const batches = await sql<{ message_id: string; recipient_no: number }>(
      `select message_id, recipient_no from delivery where account_id = ${account}`,
    );
    const outcomes = batches.map((row) => outcomeOf(row.message_id, row.recipient_no, 'delivered'));
    await database.db.transaction((tx) => recordMailingOutcomes(tx, account, outcomes));
    expect(await view(id)).toMatchObject({ state: 'sent', recipients: 600, delivered: 600 });
  });

  it('of a paused mailing stay paused at any age, and continue when the mailing is resumed', async () => {
    const id = await started(300);
    await pauseMailing(database.db, account, id);
    const day = await becomeOld();
    await carryOver();
    await drops(day);
    expect(await newQueue().claim()).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'paused', reason: null });
    await resumeMailing(database.db, account, id);
    expect(await newQueue().claim()).toHaveLength(250);
    expect(await waiting()).toEqual(addresses(1, 300));
  });

  it('of a mailing in preparation are sent once it starts, together with those added later', async () => {
    const id = await makeMailing(database.db, account);
    await add(id, 2_300);
    const day = await becomeOld();
    await carryOver();
    await add(id, 10, 2_300);
    await drops(day);
    await database.db.transaction((tx) => startMailing(tx, account, id));
    expect(await waiting()).toEqual(addresses(1, 2_310));
    expect(await view(id)).toMatchObject({ recipients: 2_310 });
  });

  it('of an open mailing keep their counts, whether it is closed then or later', async () => {
    const id = await makeMailing(database.db, account, { kind: 'open' });
    await add(id, 5);
    const queued = await sql<{ message_id: string }>(`select message_id from delivery where account_id = ${account}`);
    const batch = queued[0]?.message_id ?? '';
    await database.db.transaction(async (tx) => {
      await tx.query(
        { name: '', text: `update delivery set next_at = null where message_id = $1 and recipient_no < 3` },
        [batch],
      );
      await recordMailingOutcomes(tx, account, [outcomeOf(batch, 1, 'delivered'), outcomeOf(batch, 2, 'bounced')]);
    });
    const day = await becomeOld();
    await carryOver();
    await drops(day);
    expect(await waiting()).toEqual(addresses(3, 5));
    expect(await view(id)).toMatchObject({ state: 'sending', recipients: 5, delivered: 1, bounced: 1 });
    await add(id, 1, 5);
    expect(await view(id)).toMatchObject({ recipients: 6 });
    await database.db.transaction((tx) => closeMailing(tx, account, id));
    await becomeOld();
    await carryOver();
    expect(await view(id)).toMatchObject({ recipients: 6, state: 'sending' });
    expect(await waiting()).toEqual(addresses(3, 6));
  });

  it('stop waiting when their mailing was canceled', async () => {
    const id = await started(300);
    const queue = newQueue();
    const claims = await queue.claim();
    await queue.release(claims.slice(0, 3), 60_000);
    await cancelMailing(database.db, account, id);
    const day = await becomeOld();
    await carryOver();
    await drops(day);
    expect(await sql(`select from mailing_chunk where account_id = ${account}`)).toEqual([]);
    expect(await view(id)).toMatchObject({ state: 'cancelled' });
  });

  it('stay with the process that has leased them, and are carried over later', async () => {
    await started(10);
    const queue = newQueue();
    const claims = await queue.claim();
    const day = await becomeOld();
    await carryOver();
    expect(await drop()).not.toContain(day);
    expect(claims).toHaveLength(10);
    await sql(`update mailing_chunk set next_at = now() where account_id = ${account}`);
    await carryOver();
    await drops(day);
    expect(await waiting()).toEqual(addresses(1, 10));
    // The process that held the leases was considered dead, so its outcomes are rejected.
    expect(
      await finish(
        queue,
        claims.map((claim) => finishedRow(claim, 'bounced')),
      ),
    ).toEqual([]);
  });

  it('are not moved on days that are kept', async () => {
    const id = await started(10);
    const batches = await sql(`select id from recipient_batch where account_id = ${account}`);
    await carryOver();
    expect(await sql(`select id from recipient_batch where account_id = ${account}`)).toEqual(batches);
    expect(await view(id)).toMatchObject({ state: 'sending' });
  });
});

describe('carrying over', () => {
  it('loses and duplicates no recipient when it is killed after any of its pieces', async () => {
    const id = await started(1_500);
    const queue = newQueue();
    const claims = await queue.claim();
    await queue.release(claims, 60_000);
    queue.abandon();
    const day = await becomeOld();
    let runs = 0;
    for (let isDone = false; !isDone && runs < 60; runs += 1) {
      let left = 3;
      const dying: Database = {
        ...database.db,
        async query(asked, values) {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return database.db.query(asked, values);
        },
      };
      isDone = await carryOver(dying).then(
        () => left >= 0,
        () => false,
      );
      expect(await waiting()).toEqual(addresses(1, 1_500));
    }
    await carryOver();
    expect(runs).toBeGreaterThan(2);
    await drops(day);
    expect(await waiting()).toEqual(addresses(1, 1_500));
    expect(await view(id)).toMatchObject({ recipients: 1_500 });
  });

  it('fails only the recipient whose row is damaged, and counts it', async () => {
    const id = await started(600);
    const queue = newQueue();
    await queue.release(await queue.claim(), 60_000);
    const day = await becomeOld();
    await sql(`create function test_damage() returns trigger language plpgsql as $$
      begin raise exception 'missing chunk number 0 for toast value' using errcode = 'XX001'; end $$`);
    await sql(`create trigger test_damage before insert on mailing_recipient for each row
      when (new.account_id = ${account} and new.recipient in ('p77@example.com', 'p500@example.com'))
      execute function test_damage()`);
    try {
      await carryOver();
    } finally {
      await sql('drop function test_damage cascade');
    }
    await drops(day);
    const others = addresses(1, 600).filter((one) => one !== 'p77@example.com' && one !== 'p500@example.com');
    expect(await waiting()).toEqual(others);
    expect(await view(id)).toMatchObject({ recipients: 600, failed: 2 });
  });

  it('logs and retries a recipient batch that cannot be carried over, without delaying others', async () => {
    const broken = account;
    const id = await started(5);
    const day = await becomeOld();
    account += 1;
    await started(5);
    const other = await becomeOld();
    const lines: string[] = [];
    const log = createLog('error', (line) => void lines.push(line));
    await sql(
      `create function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    );
    await sql(`create trigger test_refuse before insert on mailing_recipient for each row
      when (new.account_id = ${broken}) execute function test_refuse()`);
    try {
      await carryOverMailings(database.db, RETENTION_DAYS, log);
      await drops(other);
      expect(await drop()).not.toContain(day);
      expect(await waiting()).toEqual(addresses(1, 5));
      expect(await listFailedBatches(database.db, 10)).toMatchObject([
        { account_id: broken, mailing_id: id, failed: 'no room' },
      ]);
      expect(lines.join('\n')).toContain('could not be moved to the current day');
    } finally {
      await sql('drop function test_refuse cascade');
    }
    await carryOver();
    expect(await listFailedBatches(database.db, 10)).toEqual([]);
    await drops(day);
    account = broken;
    expect(await waiting()).toEqual(addresses(1, 5));
    account += 1;
  });

  it('counts outcomes that are known but could not be written, and does not send to their recipients again', async () => {
    const id = await started(4);
    const [batch] = await sql<{ id: string }>(`select id from recipient_batch where account_id = ${account}`);
    const missed = (no: number, part: string, kind: string): string =>
      `insert into outcome_missed (account_id, part, message_id, recipient_no, outcome, error, next_at)
       values (${account}, '${part}', '${batch?.id}', ${no}, '{"outcome":{"kind":"${kind}"}}', 'x', null)`;
    await sql(missed(1, 'state', 'delivered'));
    await sql(missed(1, 'mailings', 'delivered'));
    await sql(missed(2, 'state', 'deferred'));
    const queue = newQueue();
    const claims = await queue.claim();
    expect(claims.map(({ recipientNo }) => recipientNo)).toEqual([3, 4]);
    await queue.release(claims, 60_000);
    await sql(missed(3, 'state', 'bounced'));
    const day = await becomeOld();
    await carryOver();
    await drops(day);
    expect(await waiting()).toEqual(['p2@example.com', 'p4@example.com']);
    expect(await view(id)).toMatchObject({ recipients: 4, delivered: 1, bounced: 1, state: 'sending' });
    expect(await sql(`select from outcome_missed where account_id = ${account}`)).toEqual([]);
  });
});
