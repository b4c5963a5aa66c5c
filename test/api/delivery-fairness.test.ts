import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { leastUuidOf } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { createLeases } from '../../src/features/sending/delivery/queue/leases.ts';
import { claimDue, type ClaimRow } from '../../src/features/sending/delivery/queue/queries.ts';
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';

const LEASE_SECONDS = 25;
const FRONT = [-1, -1, -1, -1];

const test = shared(createTestDatabase);
beforeEach(() => test.db.script('truncate delivery'));

/** Queues the given number of recipients for an account. They are due after the given number of seconds. */
async function queue(
  accountId: number,
  count: number,
  about: { mailClass?: number; worker?: number; due?: number; day?: string } = {},
): Promise<void> {
  const { day = 'current_date', due = -1, mailClass = 0, worker = 0 } = about;
  await test.db.script(`
    insert into delivery (account_id, message_id, recipient_no, recipient, next_at, class, worker)
    select ${accountId}, uuid_at(${day}), ${mailClass * 100_000} + n, 'a@x.example',
      now() + ${due} * interval '1 second', ${mailClass}, ${worker}
    from generate_series(1, ${count}) n`);
}

async function claim(
  limits: readonly number[],
  about: {
    workers?: number[];
    cursors?: number[];
    turn?: number;
    since?: string;
    moves?: number;
    from?: number | null;
  } = {},
) {
  const { cursors = FRONT, since = leastUuidOf(0), turn = 100, workers = [0], moves = 1_000, from = 0 } = about;
  const rows = await claimDue(test.db, workers, since, [...limits], cursors, turn, LEASE_SECONDS, moves, from);
  const [mails, ends] = [rows.filter(isMail), rows.filter((row) => !isMail(row))];
  return {
    mails,
    accounts: Map.groupBy(mails, (row) => row.account_id),
    cursors: ends.map((row) => row.account_id),
    isFull: ends.map((row) => row.is_full),
    dueInMs: ends[0]?.due_in_ms ?? null,
    since: ends[0]?.since,
  };
}

function isMail(row: ClaimRow): boolean {
  return row.message_id !== null;
}

describe('claim', () => {
  it('gives each account a share, regardless of how much another has queued', async () => {
    await queue(1, 5_000, { due: -60 });
    await queue(2, 3);
    await queue(9, 1);
    const { accounts } = await claim([200, 0, 0, 0]);
    expect([...accounts].map(([id, rows]) => [id, rows.length])).toEqual([
      [1, 100],
      [2, 3],
      [9, 1],
    ]);
  });

  it('is followed by another immediately while an account has more than a share', async () => {
    await queue(1, 250, { mailClass: 1 });
    const leases = createLeases({ db: test.db, clock: systemClock, log: silentLog });
    const claimed: (readonly [number, boolean])[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { claims, isFull } = await leases.claim(1, [200, 200, 200, 200]);
      claimed.push([claims.length, isFull]);
    }
    await leases.close();
    expect(claimed).toEqual([
      [100, true],
      [100, true],
      [50, false],
    ]);
  });

  it('continues after the account where the last claim ended', async () => {
    for (const id of [1, 2, 3]) await queue(id, 50);
    const first = await claim([20, 0, 0, 0], { turn: 10 });
    expect([...first.accounts.keys()]).toEqual([1, 2]);
    const second = await claim([20, 0, 0, 0], { turn: 10, cursors: first.cursors });
    expect([...second.accounts.keys()]).toEqual([3, 1]);
  });

  it('returns the oldest message of an account first', async () => {
    await queue(1, 5, { due: -10 });
    await test.db.script("update delivery set next_at = now() - interval '1 hour' where recipient_no = 4");
    const { mails } = await claim([1, 0, 0, 0]);
    expect(mails.map((row) => row.recipient_no)).toEqual([4]);
  });

  it('reads due messages directly despite many accounts with waiting messages, and returns the next due time', async () => {
    await test.db.script(`
      insert into delivery (account_id, message_id, recipient_no, recipient, next_at, is_ready)
      select n, uuid_at(current_date), 0, 'a@x.example', now() + interval '1 hour', false from generate_series(1, 5000) n`);
    await queue(5_001, 1);
    const { accounts, dueInMs, isFull } = await claim([10, 0, 0, 0]);
    expect([...accounts.keys()]).toEqual([5_001]);
    expect(isFull[0]).toBe(false);
    // `dueInMs` ignores the leases of the rows that this statement claimed.
    expect(dueInMs).toBeGreaterThan(3_500_000);
    expect((await claim([10, 0, 0, 0])).dueInMs).toBeLessThanOrEqual(LEASE_SECONDS * 1000);
  });

  it('makes due messages ready, oldest first, and reports if there are more', async () => {
    await test.db.script('select ensure_message_partitions(current_date - 1, current_date)');
    for (const [id, day] of [
      [1, 'current_date - 1'],
      [2, 'current_date'],
    ] as const)
      await queue(id, 3, { day });
    await test.db.script("update delivery set is_ready = false, next_at = now() - account_id * interval '1 minute'");
    const first = await claim([10, 0, 0, 0], { moves: 3 });
    expect([[...first.accounts.keys()], first.dueInMs]).toEqual([[2], 0]);
    const second = await claim([10, 0, 0, 0], { moves: 4 });
    expect([...second.accounts.keys()]).toEqual([1]);
    expect(second.dueInMs).toBeGreaterThan(0);
  });

  it('does not return messages that are held indefinitely', async () => {
    await queue(1, 1);
    await test.db.script("update delivery set is_ready = false, next_at = 'infinity'");
    expect(await claim([10, 0, 0, 0])).toMatchObject({ mails: [], dueInMs: null });
  });

  it('returns at most the requested number per class', async () => {
    for (const mailClass of [0, 1, 2, 3]) await queue(1, 20, { mailClass });
    const { mails } = await claim([5, 4, 3, 2]);
    const counts = [0, 1, 2, 3].map((mailClass) => mails.filter((row) => row.class === mailClass).length);
    expect(counts).toEqual([5, 4, 3, 2]);
  });

  it("returns unassigned rows and those of its worker, but not another worker's", async () => {
    await queue(1, 2, { worker: 1, mailClass: 0 });
    await queue(2, 2, { worker: 2 });
    await queue(3, 2);
    const { accounts } = await claim([10, 0, 0, 0], { workers: [2, 0] });
    expect([...accounts.keys()]).toEqual([2, 3]);
  });

  it('does not return rows that are leased or not yet due', async () => {
    await queue(1, 1, { due: 60 });
    await queue(2, 1);
    expect((await claim([10, 0, 0, 0])).mails).toHaveLength(1);
    expect((await claim([10, 0, 0, 0])).mails).toHaveLength(0);
  });

  it('finds older days with due messages when it scans all days', async () => {
    await test.db.script('select ensure_message_partitions(current_date - 6, current_date)');
    const recent = leastUuidOf(Date.now() - 2 * 86_400_000);
    const look = async () => claim([10, 0, 0, 0], { since: recent, from: null });
    await queue(1, 1, { day: 'current_date - 6', due: 60 });
    await queue(2, 1, { day: 'current_date - 5' });
    await queue(3, 1);
    await test.db.script("update delivery set is_ready = false, next_at = 'infinity' where account_id = 1");
    for (const isReady of [true, false]) {
      await test.db.script(`update delivery set is_ready = ${isReady}, next_at = now() where account_id > 1`);
      const { accounts, since } = await look();
      expect([...accounts.keys()]).toEqual([2, 3]);
      expect(
        await test.db.query({ name: '', text: `select '${since}' = uuid_at(current_date - 5)::text as is` }, []),
      ).toEqual([{ is: true }]);
    }
    expect((await look()).since).toBe(recent);
  });

  it('omits days before the given one', async () => {
    await test.db.script('select ensure_message_partitions(current_date - 6, current_date)');
    await queue(1, 1, { day: 'current_date - 5' });
    expect((await claim([10, 0, 0, 0], { since: leastUuidOf(Date.now() - 4 * 86_400_000) })).mails).toHaveLength(0);
    expect((await claim([10, 0, 0, 0])).mails).toHaveLength(1);
  });
});
