import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog, type Log } from '../../src/base/log.ts';
import {
  joinDeliveryWorkers,
  noteDeadWorker,
  type Workers,
} from '../../src/features/sending/delivery/queue/workers.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

const SITES = Array.from({ length: 50 }, (_, no) => `direct mx${no}.example`);

let test: TestDatabase;
let nowMs = 1_800_000_000_000;
let joined: Workers[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => test.db.script('truncate delivery_worker'));
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(joined.map((workers) => workers.close()));
  joined = [];
});

async function join(id = randomUUID()): Promise<Workers> {
  const workers = joinDeliveryWorkers({ db: test.db, clock: { now: () => nowMs }, log: silentLog, id });
  joined.push(workers);
  await workers.ready;
  return workers;
}

/** Moves the join times of all workers one minute into the past, so that they no longer count as new. */
async function settle(): Promise<void> {
  await test.db.script(`update delivery_worker set joined_at = joined_at - interval '1 minute'`);
}

function owned(workers: Workers): string[] {
  return SITES.filter((site) => workers.ownerOf(site).kind === 'mine');
}

describe('delivery processes that share a database', () => {
  it('give all sites to a single process immediately', async () => {
    expect(owned(await join())).toHaveLength(SITES.length);
  });

  it('get distinct numbers, lowest first', async () => {
    const numbers = await Promise.all([join(), join(), join()]);
    expect(new Set(numbers.map(({ number }) => number))).toEqual(new Set([1, 2, 3]));
  });

  it('join once even if the database is slow on their first heartbeat', async () => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
    const slow = joinDeliveryWorkers({ db: test.db, clock: { now: () => nowMs }, log, id: randomUUID() });
    joined.push(slow);
    await Promise.all([slow.ready, slow.look(), slow.look()]);
    expect([slow.number, warnings]).toEqual([1, []]);
  });

  it('leave everything to the first process while the second is new', async () => {
    const first = await join();
    const second = await join();
    await first.look();
    expect(owned(first)).toHaveLength(SITES.length);
    expect(owned(second)).toEqual([]);
    expect(second.ownerOf('direct mx1.example')).toEqual({ kind: 'other', worker: first.number });
  });

  it('never own a site twice: the new owner waits until the old one has noticed', async () => {
    // Heartbeats run only when called, not on a timer.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [first, second] = [await join(), await join()];
    await settle();
    await second.look();
    // The first worker has not sent a heartbeat since the second worker joined, and still owns everything.
    expect(owned(first)).toHaveLength(SITES.length);
    expect(owned(second)).toEqual([]);
    const gained = SITES.filter((site) => second.ownerOf(site).kind === 'wait');
    expect(gained.length).toBeGreaterThan(10);
    await first.look();
    nowMs += 4_000;
    await second.look();
    expect(owned(second)).toEqual(gained);
    expect(owned(first)).toEqual(SITES.filter((site) => !gained.includes(site)));
  });

  it('take over the sites of a dead process, including rows assigned to it', async () => {
    const id = randomUUID();
    const [first, second] = [await join(), await join(id)];
    await settle();
    await Promise.all([first.look(), second.look()]);
    nowMs += 4_000;
    await first.look();
    const before = owned(first);
    await test.db.script(`
      insert into delivery (account_id, message_id, recipient_no, recipient, next_at, worker)
      values (1, uuid_at(current_date), 0, 'a@x.example', now(), ${second.number})`);
    await noteDeadWorker(test.db, id);
    await first.look();
    nowMs += 4_000;
    await first.look();
    expect(before.length).toBeLessThan(SITES.length);
    expect(owned(first)).toHaveLength(SITES.length);
    const statement = { name: 'test_rows', text: 'select worker from delivery' };
    expect(await test.db.query(statement, [])).toEqual([{ worker: 0 }]);
  });

  it('own nothing if they have not reached the database for long', async () => {
    const workers = await join();
    nowMs += 8_001;
    expect(owned(workers)).toEqual([]);
  });

  it('rejoin with a new number if they were considered dead', async () => {
    const workers = await join();
    await test.db.script('truncate delivery_worker');
    await workers.look();
    expect(workers.number).toBe(1);
    expect(owned(workers)).toHaveLength(SITES.length);
  });
});
