import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createAcceptor, parseSend, type Acceptor } from '../../src/features/transactional/messages/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';

/**
 * Number of accounts. Equals the maximum number of concurrent calls per process. A process has a few more database
 * connections than this.
 */
const AT_ONCE = 8;
const CONNECTIONS = 12;

let test: TestDatabase;
let db: Database;
let acceptor: Acceptor;
const accounts: number[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase({ url: test.url, log: silentLog, connections: CONNECTIONS, applicationName: 'test' });
  acceptor = createAcceptor({ db, clock: systemClock, onAccepted: () => {}, onCounted: () => {} });
  for (let number = 0; number <= AT_ONCE; number += 1) {
    const { id } = await createAccount(db, { email: `turn${number}@x.example`, plan: 'paid', isOperator: false });
    accounts.push(id);
  }
});
afterAll(async () => {
  await acceptor.idle();
  await db.close();
  await test.drop();
});

async function accept(accountId: number): Promise<string | undefined> {
  const send = parseSend({ from: 'a@x.example', to: ['b@x.example'], subject: 'Hello', text: 'Hi' });
  const [acceptance] = await acceptor.accept(accountId, [{ send, countedMails: 1 }]);
  return acceptance?.kind;
}

it('accepts messages of an account while the maximum number of calls of others wait for locks', async () => {
  // Accept one message per account first, so that each account has a counter row that can be locked.
  expect(await Promise.all(accounts.map(accept))).toEqual(accounts.map(() => 'accepted'));
  const [served = 0, ...held] = accounts;
  const calls: Promise<string | undefined>[] = [];
  await test.db.transaction(async (tx) => {
    await tx.query({ name: '', text: 'select from account_usage where account_id = any($1) for update' }, [held]);
    calls.push(...held.map(accept));
    await expect.poll(async () => waitingForLocks()).toBe(held.length);
    expect(await accept(served)).toBe('accepted');
  });
  expect(await Promise.all(calls)).toEqual(held.map(() => 'accepted'));
});

async function waitingForLocks(): Promise<number> {
  const text = `select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const [row] = await test.db.query<{ waiting: number }>({ name: '', text }, []);
  return row?.waiting ?? 0;
}
