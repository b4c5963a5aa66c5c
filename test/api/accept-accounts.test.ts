import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../src/base/clock.ts';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import {
  createAcceptor,
  parseSend,
  type Acceptor,
  type Submission,
} from '../../src/features/transactional/messages/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

const ACCOUNTS = 12;

let test: TestDatabase;
let db: Database;
let acceptor: Acceptor;
let accounts: number[];
let made = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase({ url: test.url, log: silentLog, connections: 12, applicationName: 'test' });
  acceptor = acceptorWith(systemClock);
});
beforeEach(async () => {
  accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount('paid')));
  // The first message of an account creates its monthly counters and the row that orders its message IDs.
  await Promise.all(accounts.map((account) => accept(account)));
});
afterAll(async () => {
  await acceptor.idle();
  await db.close();
  await test.drop();
});

function acceptorWith(clock: Clock, on = db): Acceptor {
  return createAcceptor({ db: on, clock, onAccepted: () => {}, onCounted: () => {} });
}

async function newAccount(plan: 'free' | 'paid'): Promise<number> {
  made += 1;
  return (await createAccount(db, { email: `share${made}@x.example`, plan, isOperator: false })).id;
}

async function accept(
  accountId: number,
  changes: { readonly subject?: string; readonly key?: string } = {},
  by = acceptor,
): Promise<string | undefined> {
  const send = parseSend({ from: 'a@x.example', to: ['b@x.example'], subject: 'Hello', text: 'Hi' });
  const submission: Submission = {
    send: { ...send, subject: changes.subject ?? send.subject },
    countedMails: 1,
    ...(changes.key !== undefined && { idempotency: { key: changes.key, fingerprint: 'same' } }),
  };
  const [acceptance] = await by.accept(accountId, [submission]);
  return acceptance?.kind === 'accepted' ? acceptance.answer.id : acceptance?.kind;
}

async function query<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return test.db.query<Row>({ name: '', text }, [...values]);
}

/** Returns the number of transactions that wrote the newest messages of these accounts. */
async function transactionsOf(of: readonly number[]): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(distinct newest.xmin::text)::integer as n
     from unnest($1::bigint[]) as a (account_id)
     cross join lateral (
       select m.xmin from message m where m.account_id = a.account_id order by m.id desc limit 1
     ) newest`,
    [of],
  );
  return row?.n ?? 0;
}

async function kept(accountId: number): Promise<{ messages: number; deliveries: number; used: number }> {
  const [row] = await query<{ messages: number; deliveries: number; used: number }>(
    `select (select count(*)::integer from message where account_id = $1) as messages,
       (select count(*)::integer from delivery where account_id = $1) as deliveries,
       (select sum(used)::integer from account_usage where account_id = $1) as used`,
    [accountId],
  );
  return row ?? { messages: 0, deliveries: 0, used: 0 };
}

const ID = /^tm_[0-9a-f]{32}$/;

describe('concurrent sends of many accounts', () => {
  it('commit in one transaction and are counted per account', async () => {
    const ids = await Promise.all(accounts.map((account) => accept(account)));
    for (const id of ids) expect(id).toMatch(ID);
    expect(await transactionsOf(accounts)).toBe(1);
    for (const account of accounts) expect(await kept(account)).toEqual({ messages: 2, deliveries: 2, used: 2 });
  });

  it('accepts the messages of all accounts except the one whose row PostgreSQL rejects', async () => {
    const [bad = 0, ...good] = accounts;
    const refused = expect(accept(bad, { subject: 'a\0b' })).rejects.toThrow('invalid byte sequence');
    const ids = await Promise.all(good.map((account) => accept(account)));
    await refused;
    for (const id of ids) expect(id).toMatch(ID);
    expect(await kept(bad)).toEqual({ messages: 1, deliveries: 1, used: 1 });
  });

  it('delays only the account whose counters are locked', async () => {
    const [held = 0, ...free] = accounts;
    let waiting: Promise<string | undefined> | undefined;
    await test.db.transaction(async (tx) => {
      await tx.query({ name: '', text: 'select from account_usage where account_id = $1 for update' }, [held]);
      waiting = accept(held);
      const ids = await Promise.all(free.map((account) => accept(account)));
      for (const id of ids) expect(id).toMatch(ID);
      expect((await kept(held)).messages).toBe(1);
    });
    expect(await waiting).toMatch(ID);
  });

  it('applies suppressions, quotas and idempotency keys as for single sends', async () => {
    const [suppressing = 0, keyed = 0, ...others] = accounts;
    const full = await newAccount('free');
    await accept(full);
    await query('update account set report_suppressed = false where account_id = $1', [suppressing]);
    await query(`insert into suppression (account_id, address, reason) values ($1, 'b@x.example', 'manual')`, [
      suppressing,
    ]);
    await query('update account_usage set day_used = 100 where account_id = $1', [full]);
    await accept(keyed, { key: 'one' });
    const kinds = await Promise.all([
      accept(suppressing),
      accept(full),
      accept(keyed, { key: 'one' }),
      ...others.map((account) => accept(account)),
    ]);
    expect(kinds.slice(0, 3)).toEqual(['suppressed', 'daily', 'replayed']);
    for (const id of kinds.slice(3)) expect(id).toMatch(ID);
    expect(await transactionsOf(others)).toBe(1);
  });

  it('accepts exactly the remaining quota when two processes accept more', async () => {
    const few = await Promise.all(Array.from({ length: 6 }, () => newAccount('free')));
    const other = acceptorWith(systemClock);
    const all = await Promise.all(
      few.flatMap((account) =>
        Array.from({ length: 130 }, (_, index) => accept(account, {}, index % 2 === 0 ? acceptor : other)),
      ),
    );
    expect(all.filter((kind) => kind === 'daily')).toHaveLength(6 * 30);
    for (const account of few) expect(await kept(account)).toEqual({ messages: 100, deliveries: 100, used: 100 });
    await other.idle();
  });

  it('assigns IDs in commit order even after a process whose clock is ahead', async () => {
    const ahead = acceptorWith({ ...systemClock, now: () => systemClock.now() + 900 });
    const before = await Promise.all(accounts.map((account) => accept(account, {}, ahead)));
    const after = await Promise.all(accounts.map((account) => accept(account)));
    for (const [index, id = ''] of after.entries()) expect(id > (before[index] ?? '')).toBe(true);
    await ahead.idle();
  });

  it('tries the group commit once if the server does not support it and then stores each message separately', async () => {
    let asked = 0;
    const refuse = { name: '', text: 'do $$ begin raise feature_not_supported; end $$' };
    const refusing: Database = {
      ...db,
      query: (statement, values) => {
        if (statement.name !== 'transactional_accept_of_accounts') return db.query(statement, values);
        asked += 1;
        return db.query(refuse, []);
      },
    };
    const apart = acceptorWith(systemClock, refusing);
    for (let round = 0; round < 2; round += 1) {
      const ids = await Promise.all(accounts.map((account) => accept(account, {}, apart)));
      for (const id of ids) expect(id).toMatch(ID);
    }
    expect(asked).toBe(1);
    for (const account of accounts) expect(await kept(account)).toEqual({ messages: 3, deliveries: 3, used: 3 });
    await apart.idle();
  });
});
