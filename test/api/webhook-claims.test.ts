import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClaimPolicy } from '../../src/features/transactional/webhooks/claim-policy.ts';
import { createClaims, POLL_MS, type Claims } from '../../src/features/transactional/webhooks/claims.ts';
import type { Room } from '../../src/features/transactional/webhooks/places.ts';
import { createTestDatabase } from '../support/db.ts';
import { shared } from '../support/shared.ts';

const ROOM: Room = { total: 1_024, turn: 4, accounts: [], places: [] };
const LIMIT = 256;
const DAY_MS = 86_400_000;

let claims: Claims;

const test = shared(createTestDatabase);

beforeAll(async () => {
  await test.db.script('select ensure_message_partitions(current_date - 20, current_date + 1)');
});
afterEach(() => test.db.script('truncate webhook_delivery'));

function sql<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return test.db.query<Row>({ name: '', text }, values);
}

/**
 * Inserts the given number of deliveries for each account. They are either waiting or ready, and due at a time that is
 * given as an SQL expression.
 */
async function queue(
  firstAccount: number,
  accounts: number,
  { count = 1, due = 'now()', waits = false, daysAgo = 0 } = {},
): Promise<void> {
  await sql(
    `insert into webhook_delivery (account_id, id, event_id, event, occurred_at, next_at, is_waiting)
     select account_id, overlay(uuid_now()::text placing left(uuid_at(current_date - $4::integer)::text, 13) from 1)::uuid,
       uuid_now(), 'sent', now(), ${due}, $5
     from generate_series($1::bigint, $1::bigint + $2::integer - 1) as account_id, generate_series(1, $3::integer) as n`,
    [firstAccount, accounts, count, daysAgo, waits],
  );
}

function newClaims(now = (): number => Date.now()): Claims {
  return createClaims({ db: test.db, clock: { now }, policy: createClaimPolicy(now) });
}

/** Claims until a claim visits all accounts and finds no rows. Returns the numbers of claims and of claimed rows. */
async function drain(own: Claims, room = ROOM): Promise<{ calls: number; rows: number }> {
  for (let calls = 1, rows = 0; ; calls += 1) {
    const claimed = await own.next(room, LIMIT);
    rows += claimed.rows.length;
    if (claimed.rows.length === 0 && claimed.isRound) return { calls, rows };
  }
}

/** Returns the number of pages that a claim reads if it continues after the last delivery that was moved. */
async function pagesOfAClaim(): Promise<number> {
  const text = `explain (analyze, buffers, format json) select * from claim_webhooks('00000000-0000-0000-0000-000000000000',
    256, 4, -1, '{}', '{}', 30, '{}', '{}', 500, extract(epoch from now() - interval '1 s') * 1000, 1)`;
  const [plan] = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(text);
  return plan?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? Number.NaN;
}

describe('while nothing is due', () => {
  it('one claim covers all accounts, and the next may wait a poll interval, with any number of waiting accounts', async () => {
    await queue(1, 3_000, { due: `now() + interval '30 minutes'`, waits: true });
    claims = newClaims();
    await claims.next(ROOM, LIMIT);
    for (let call = 0; call < 3; call += 1) {
      expect(await claims.next(ROOM, LIMIT)).toEqual({
        rows: [],
        isRound: true,
        inVain: 0,
        waitMs: expect.any(Number),
      });
    }
    await sql('analyze webhook_delivery');
    await pagesOfAClaim();
    expect(await pagesOfAClaim()).toBeLessThan(300);
  });

  it('the wait ends after the poll interval or when a delivery is due', async () => {
    await queue(1, 100, { due: `now() + interval '30 minutes'`, waits: true });
    expect((await newClaims().next(ROOM, LIMIT)).waitMs).toBe(POLL_MS);
    await queue(500, 1, { due: `now() + interval '900 milliseconds'`, waits: true });
    const { waitMs } = await newClaims().next(ROOM, LIMIT);
    expect(waitMs).toBeLessThanOrEqual(900);
  });

  it('ready deliveries of an earlier version that are not due become waiting once and are not read again', async () => {
    await queue(1, 300, { due: `now() + interval '30 minutes'` });
    claims = newClaims();
    expect((await drain(claims)).rows).toBe(0);
    expect(await sql('select distinct is_waiting from webhook_delivery')).toEqual([{ is_waiting: true }]);
    expect(await claims.next(ROOM, LIMIT)).toMatchObject({ rows: [], isRound: true, inVain: 0 });
  });
});

describe('due deliveries', () => {
  it('of one account with thousands of them delay others only while they are moved', async () => {
    await queue(1, 1, { count: 2_000, due: `now() - interval '1 minute'`, waits: true });
    await queue(2, 1, { due: 'now()', waits: true });
    claims = newClaims();
    for (let call = 1; call <= 5; call += 1) {
      const { rows } = await claims.next(ROOM, LIMIT);
      expect(rows.filter(({ account_id: id }) => id === 1).length).toBeLessThanOrEqual(ROOM.turn);
      if (rows.some(({ account_id: id }) => id === 2)) return;
    }
    expect.fail('the other account had no turn');
  });

  it('give every account a share before any gets a second one', async () => {
    await queue(1, 150, { count: 9 });
    claims = newClaims();
    const turns = new Map<number, number>();
    while (turns.size < 150) {
      for (const { account_id: id } of (await claims.next(ROOM, LIMIT)).rows) turns.set(id, (turns.get(id) ?? 0) + 1);
    }
    // The last call may have visited the last account and then continued with the first.
    expect(Math.min(...turns.values())).toBe(ROOM.turn);
    expect(Math.max(...turns.values())).toBeLessThanOrEqual(2 * ROOM.turn);
  });

  it('are claimed when they are due, in the order of their times', async () => {
    await queue(7, 1, { count: 3, due: `now() - n * interval '1 hour'`, waits: true });
    const { rows } = await newClaims().next({ ...ROOM, turn: 2 }, LIMIT);
    const ids = rows.map(({ id }) => id);
    expect(await sql('select id from webhook_delivery where not is_waiting')).not.toContainEqual({ id: ids[0] });
    const [left] = await sql<{ ago: number }>(
      `select round(extract(epoch from now() - next_at) / 3600)::integer as ago from webhook_delivery where not is_waiting`,
    );
    expect(left?.ago).toBe(1);
  });

  it('of an old day are sent at the same rate as those of today', async () => {
    await queue(1, 1, { count: 600, due: `now() - interval '6 days'`, daysAgo: 6 });
    await queue(2, 1, { count: 600, due: `now() - interval '19 days'`, daysAgo: 19, waits: true });
    await queue(3, 1, { count: 600 });
    const room = { ...ROOM, turn: 64 };
    claims = newClaims();
    const taken = new Map<number, number>();
    for (let call = 0; call < 10; call += 1) {
      for (const { account_id: id } of (await claims.next(room, LIMIT)).rows) taken.set(id, (taken.get(id) ?? 0) + 1);
    }
    expect([taken.get(1), taken.get(2), taken.get(3)]).toEqual([600, 600, 600].map(() => taken.get(3)));
    expect((await drain(claims, room)).rows).toBe(1_800 - 3 * (taken.get(3) ?? 0));
    expect(
      leastDay((await sql<{ since: string }>(`select oldest_queued_webhook(uuid_at(current_date)) as since`))[0]),
    ).toBe(19);
  });

  it('are found even if another transaction writes them late with an earlier time', async () => {
    let offsetMs = 0;
    claims = newClaims(() => Date.now() + offsetMs);
    await drain(claims);
    offsetMs += 5_000;
    await queue(1, 1, { due: `now() - interval '30 seconds'`, waits: true });
    expect((await drain(claims)).rows).toBe(1);
  });
});

describe('accounts without free slots', () => {
  const FULL = 600;
  const full = Array.from({ length: FULL }, (_none, at) => at + 1);

  it('are not read while no other account has room, and the one with room is claimed immediately', async () => {
    await queue(1, FULL);
    await queue(5_000, 1);
    const room = { ...ROOM, turn: 0, accounts: [...full, 5_000], places: [...full.map(() => 0), 3] };
    claims = newClaims();
    const { inVain, isRound, rows } = await claims.next(room, LIMIT);
    expect([rows.map(({ account_id: id }) => id), inVain, isRound]).toEqual([[5_000], 0, true]);
    expect(await claims.next(room, LIMIT)).toMatchObject({ rows: [], inVain: 1, isRound: true });
  });

  it('are skipped by the hundred, which is reported so that the engine pauses', async () => {
    await queue(1, FULL);
    claims = newClaims();
    const room = { ...ROOM, accounts: full, places: full.map(() => 0) };
    const looks = [await claims.next(room, LIMIT), await claims.next(room, LIMIT), await claims.next(room, LIMIT)];
    expect(looks.map(({ inVain, isRound, rows }) => [rows.length, inVain, isRound])).toEqual([
      [0, 256, false],
      [0, 256, false],
      // This claim reaches the last account and then continues with the first.
      [0, 255, true],
    ]);
  });
});

function leastDay(row: { readonly since: string } | undefined): number {
  const ms = Number.parseInt((row?.since ?? '').replaceAll('-', '').slice(0, 12), 16);
  return Math.floor(Date.now() / DAY_MS) - Math.floor(ms / DAY_MS);
}
